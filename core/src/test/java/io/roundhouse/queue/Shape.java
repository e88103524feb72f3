package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

import io.roundhouse.waiting.WaitStrategy;

/** The queues of all shapes: those that have all their memory, and those that grow. */
enum Shape {
    SPSC(ONE_PRODUCER, ONE_CONSUMER, false),
    MPSC(MANY_PRODUCERS, ONE_CONSUMER, false),
    SPMC(ONE_PRODUCER, MANY_CONSUMERS, false),
    MPMC(MANY_PRODUCERS, MANY_CONSUMERS, false),
    GROWING_SPSC(ONE_PRODUCER, ONE_CONSUMER, true),
    GROWING_MPSC(MANY_PRODUCERS, ONE_CONSUMER, true),
    GROWING_SPMC(ONE_PRODUCER, MANY_CONSUMERS, true),
    GROWING_MPMC(MANY_PRODUCERS, MANY_CONSUMERS, true);

    private static final int SMALL = 4;

    private final Producers producers;
    private final Consumers consumers;
    private final boolean growing;

    Shape(Producers producers, Consumers consumers, boolean growing) {
        this.producers = producers;
        this.consumers = consumers;
        this.growing = growing;
    }

    /** Of that capacity; where it grows, it begins small. */
    <E> ClosableBlockingQueue<E> of(int capacity) {
        return of(capacity, WaitStrategy.adaptive());
    }

    <E> ClosableBlockingQueue<E> of(int capacity, WaitStrategy strategy) {
        Queues.Builder builder = Queues.of(producers, consumers).waiting(strategy);
        return growing
                ? builder.growing(Math.min(SMALL, capacity), capacity).build()
                : builder.bounded(capacity).build();
    }

    LongQueue ofLongs(int capacity) {
        return Queues.of(producers, consumers).bounded(capacity).buildLongs();
    }

    boolean isGrowing() {
        return growing;
    }

    /** So many, or one. */
    int producers(int many) {
        return producers == ONE_PRODUCER ? 1 : many;
    }

    /** So many, or one. */
    int consumers(int many) {
        return consumers == ONE_CONSUMER ? 1 : many;
    }
}
