package io.roundhouse.lab.system;

/**
 * What was seen of one chain.
 *
 * @param pings pings that the source got: {@code nodes}, or 0 in {@code ACKS}
 * @param oks oks that the source got: 1
 * @param ended nodes that ended: {@code nodes}
 */
public record SpawnChainOutcome(long pings, long oks, long ended) {}
