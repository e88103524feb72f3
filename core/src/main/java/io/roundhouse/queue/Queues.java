package io.roundhouse.queue;

import io.roundhouse.waiting.WaitStrategy;

/** Makes queues. */
public final class Queues {
    private Queues() {}

    /** A bounded queue. */
    public static <E> ClosableBlockingQueue<E> blocking(
            Producers producers, Consumers consumers, int capacity) {
        return bounded(new Plan(producers, consumers, capacity, WaitStrategy.adaptive()));
    }

    static <E> ObjectQueue<E> bounded(Plan plan) {
        return switch (plan.producers()) {
            case ONE_PRODUCER ->
                    plan.consumers() == Consumers.ONE_CONSUMER
                            ? new SpscQueue<>(plan)
                            : new SpmcQueue<>(plan);
            case MANY_PRODUCERS ->
                    plan.consumers() == Consumers.ONE_CONSUMER
                            ? new MpscQueue<>(plan)
                            : new MpmcQueue<>(plan);
        };
    }
}
