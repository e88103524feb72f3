package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code idle}.
 *
 * @param waiters threads that wait, each at the end of a line of its own
 */
public record IdleSpec(int waiters) {}
