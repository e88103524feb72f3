package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code idle}.
 *
 * @param waiters threads that wait, each at the end of a line of its own
 * @param shared whether each line is of a kind that any number of threads may send on and wait at
 */
public record IdleSpec(int waiters, boolean shared) {}
