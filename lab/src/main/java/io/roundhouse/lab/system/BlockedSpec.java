package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code blocked}.
 *
 * @param processes how many wait at once
 * @param sends whether each is woken by an element of its own; else one closing wakes all
 */
public record BlockedSpec(int processes, boolean sends) {}
