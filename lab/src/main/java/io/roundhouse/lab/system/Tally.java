package io.roundhouse.lab.system;

/**
 * What a consumer saw.
 *
 * @param count number of goods
 * @param sum their sum, wrapping around
 */
public record Tally(long count, long sum) {}
