package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code flood}.
 *
 * @param producers threads outside that send as fast as they can
 * @param cores processors the JVM may use
 */
public record FloodSpec(int producers, int cores) {}
