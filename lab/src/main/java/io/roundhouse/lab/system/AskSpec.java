package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code ask}.
 *
 * @param cores processors the JVM may use
 */
public record AskSpec(int cores) {}
