package io.roundhouse.lab.system;

/**
 * A setting of the workloads {@code memory} and {@code idle-actors}.
 *
 * @param actors how many actors there are at once
 * @param cores processors the JVM may use
 */
public record CrowdSpec(int actors, int cores) {}
