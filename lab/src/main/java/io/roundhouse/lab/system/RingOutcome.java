package io.roundhouse.lab.system;

/**
 * What the nodes of a ring saw in one run, all nodes together.
 *
 * @param messages tokens handled: {@code nodes × tokens × rounds} if all is well
 * @param sum sum of the values they had when they came
 * @param hits points of the Monte Carlo work that fell into the circle; 0 without work
 */
public record RingOutcome(long messages, long sum, long hits) {}
