package io.roundhouse.queue;

import io.roundhouse.waiting.WaitStrategy;
import java.util.Objects;

/**
 * Makes queues, by what their user knows: how many threads are at each end, and how much may be in
 * between.
 *
 * <pre>{@code
 * BlockingQueue<Order> orders = Queues.blocking(MANY_PRODUCERS, ONE_CONSUMER, 1 << 12);
 *
 * ClosableQueue<Order> more = Queues.of(ONE_PRODUCER, ONE_CONSUMER).growing(64, 1 << 20).build();
 * LongQueue prices = Queues.of(MANY_PRODUCERS, ONE_CONSUMER).bounded(1024).buildLongs();
 * }</pre>
 *
 * <p>Where an end is for one thread, methods that put, or those that take, remove or clear, are for
 * one thread at a time; all others are for any. A second thread is caught when assertions are on,
 * and only while another one is inside a call.
 *
 * <p>What each shape promises of its progress, and who waits for a thread that is stopped in the
 * middle of a call, is a table at the {@linkplain io.roundhouse.queue package}.
 */
public final class Queues {
    private static final int MOST_LONGS = 1 << 28;

    private Queues() {}

    /**
     * A bounded queue whose users may wait.
     *
     * @throws IllegalArgumentException if the capacity is less than 1 or more than 2<sup>30</sup>
     */
    public static <E> ClosableBlockingQueue<E> blocking(
            Producers producers, Consumers consumers, int capacity) {
        return of(producers, consumers).bounded(capacity).build();
    }

    /**
     * A bounded queue whose users never wait.
     *
     * @throws IllegalArgumentException if the capacity is less than 1 or more than 2<sup>30</sup>
     */
    public static <E> ClosableQueue<E> nonBlocking(
            Producers producers, Consumers consumers, int capacity) {
        return of(producers, consumers).bounded(capacity).build();
    }

    /** What a queue is built from; unbounded unless told otherwise. */
    public static Builder of(Producers producers, Consumers consumers) {
        return new Builder(
                Plan.of(
                        Objects.requireNonNull(producers, "producers"),
                        Objects.requireNonNull(consumers, "consumers")));
    }

    /** What a queue is built from. Not thread-safe. */
    public static final class Builder {
        private Plan plan;

        private Builder(Plan plan) {
            this.plan = plan;
        }

        /**
         * Holds so many elements at most, and has the memory for them from the start.
         *
         * @throws IllegalArgumentException if less than 1 or more than 2<sup>30</sup>
         */
        public Builder bounded(int capacity) {
            plan = plan.bounded(capacity);
            return this;
        }

        /**
         * Has memory for about {@code from} elements, which is the size of a segment, takes another
         * segment of that size when there are more, and holds {@code to} at most; {@link
         * Integer#MAX_VALUE} is no limit.
         *
         * @throws IllegalArgumentException if {@code from} is less than 1, more than 2<sup>30</sup>
         *     or more than {@code to}
         */
        public Builder growing(int from, int to) {
            plan = plan.growing(from, to);
            return this;
        }

        /**
         * Takes memory as it needs it; nothing limits how many elements there are, but that they
         * are counted by an {@code int}.
         */
        public Builder unbounded() {
            plan = plan.growing(Plan.SEGMENT, Integer.MAX_VALUE);
            return this;
        }

        /** How threads wait, on both sides; {@link WaitStrategy#adaptive()} unless set. */
        public Builder waiting(WaitStrategy strategy) {
            plan = plan.waiting(Objects.requireNonNull(strategy, "strategy"));
            return this;
        }

        /** The queue. Its users may wait, or use it as a {@link ClosableQueue} that never does. */
        public <E> ClosableBlockingQueue<E> build() {
            ClosableBlockingQueue<E> queue = bare(plan);
            assert (queue = Guarded.of(queue, plan)) != null; // only where assertions are on
            return queue;
        }

        /**
         * A queue of {@code long}s.
         *
         * @throws IllegalArgumentException if it is not bounded
         */
        public LongQueue buildLongs() {
            if (plan.grows()) {
                throw new IllegalArgumentException(
                        "a queue of longs is bounded: say bounded(n), not growing(...) or unbounded()");
            }
            if (plan.capacity() > MOST_LONGS) {
                throw new IllegalArgumentException(
                        "a queue of longs has a capacity of 1 to "
                                + MOST_LONGS
                                + " elements, not "
                                + plan.capacity());
            }
            LongQueue queue = new LongRingQueue(plan);
            assert (queue = GuardedLongs.of(queue, plan)) != null; // only where assertions are on
            return queue;
        }
    }

    static <E> ObjectQueue<E> bare(Plan plan) {
        if (plan.grows()) {
            return new GrowingQueue<>(plan);
        }
        boolean oneConsumer = plan.consumers() == Consumers.ONE_CONSUMER;
        return switch (plan.producers()) {
            case ONE_PRODUCER -> oneConsumer ? new SpscQueue<>(plan) : new SpmcQueue<>(plan);
            case MANY_PRODUCERS -> oneConsumer ? new MpscQueue<>(plan) : new MpmcQueue<>(plan);
        };
    }
}
