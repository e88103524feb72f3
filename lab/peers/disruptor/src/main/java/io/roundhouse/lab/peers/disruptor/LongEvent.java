package io.roundhouse.lab.peers.disruptor;

/** An event that carries one {@code long}. */
final class LongEvent {
    long value;
}
