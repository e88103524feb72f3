package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code ping-pong}.
 *
 * @param cores processors the JVM may use
 */
public record PingPongSpec(int cores) {}
