package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

import io.roundhouse.waiting.WaitStrategy;

/**
 * The queues of all shapes: those that have all their memory, and those that grow. As users get
 * them when assertions are on, with the guard of an end for one thread; and bare, without it: its
 * compare-and-sets order what the queue has to order itself.
 */
enum Shape {
    SPSC(ONE_PRODUCER, ONE_CONSUMER, false),
    MPSC(MANY_PRODUCERS, ONE_CONSUMER, false),
    SPMC(ONE_PRODUCER, MANY_CONSUMERS, false),
    MPMC(MANY_PRODUCERS, MANY_CONSUMERS, false),
    GROWING_SPSC(ONE_PRODUCER, ONE_CONSUMER, true),
    GROWING_MPSC(MANY_PRODUCERS, ONE_CONSUMER, true),
    GROWING_SPMC(ONE_PRODUCER, MANY_CONSUMERS, true),
    GROWING_MPMC(MANY_PRODUCERS, MANY_CONSUMERS, true),
    BARE_SPSC(ONE_PRODUCER, ONE_CONSUMER, false),
    BARE_MPSC(MANY_PRODUCERS, ONE_CONSUMER, false),
    BARE_SPMC(ONE_PRODUCER, MANY_CONSUMERS, false),
    BARE_GROWING_SPSC(ONE_PRODUCER, ONE_CONSUMER, true),
    BARE_GROWING_MPSC(MANY_PRODUCERS, ONE_CONSUMER, true),
    BARE_GROWING_SPMC(ONE_PRODUCER, MANY_CONSUMERS, true),
    BARE_GROWING_MPMC(MANY_PRODUCERS, MANY_CONSUMERS, true);

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
        int from = Math.min(SMALL, capacity);
        if (isBare()) {
            Plan plan = Plan.of(producers, consumers).waiting(strategy);
            return Queues.bare(growing ? plan.growing(from, capacity) : plan.bounded(capacity));
        }
        Queues.Builder builder = Queues.of(producers, consumers).waiting(strategy);
        return (growing ? builder.growing(from, capacity) : builder.bounded(capacity)).build();
    }

    LongQueue ofLongs(int capacity) {
        return ofLongs(capacity, WaitStrategy.adaptive());
    }

    LongQueue ofLongs(int capacity, WaitStrategy strategy) {
        return isBare()
                ? new LongRingQueue(
                        Plan.of(producers, consumers).bounded(capacity).waiting(strategy))
                : Queues.of(producers, consumers).bounded(capacity).waiting(strategy).buildLongs();
    }

    private boolean isBare() {
        return name().startsWith("BARE");
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
