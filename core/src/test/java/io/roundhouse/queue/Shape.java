package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

/** The bounded queues. */
enum Shape {
    SPSC(ONE_PRODUCER, ONE_CONSUMER),
    MPSC(MANY_PRODUCERS, ONE_CONSUMER),
    SPMC(ONE_PRODUCER, MANY_CONSUMERS),
    MPMC(MANY_PRODUCERS, MANY_CONSUMERS);

    private final Producers producers;
    private final Consumers consumers;

    Shape(Producers producers, Consumers consumers) {
        this.producers = producers;
        this.consumers = consumers;
    }

    <E> ClosableBlockingQueue<E> of(int capacity) {
        return Queues.blocking(producers, consumers, capacity);
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
