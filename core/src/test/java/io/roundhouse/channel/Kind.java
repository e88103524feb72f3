package io.roundhouse.channel;

import java.util.function.Supplier;

/** Kinds of channels that lose nothing, with small capacities. */
enum Kind {
    RENDEZVOUS(Channel::rendezvous, 0),
    ONE(() -> Channel.buffered(1), 1),
    TWO(() -> Channel.buffered(2), 2),
    TEN(() -> Channel.buffered(10), 10),
    UNBOUNDED(Channel::unbounded, Integer.MAX_VALUE);

    private final Supplier<Channel<?>> maker;
    final int capacity;

    Kind(Supplier<Channel<?>> maker, int capacity) {
        this.maker = maker;
        this.capacity = capacity;
    }

    @SuppressWarnings("unchecked") // an empty channel is one of anything
    <T> Channel<T> make() {
        return (Channel<T>) maker.get();
    }

    /** Whether a sender ever waits. */
    boolean canFill() {
        return capacity < Integer.MAX_VALUE;
    }

    /** Puts elements until one more would wait. */
    void fill(Channel<Integer> channel) {
        for (int i = 0; i < capacity; i++) {
            channel.trySend(-1 - i);
        }
    }
}
