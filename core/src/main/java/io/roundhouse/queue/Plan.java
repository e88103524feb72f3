package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Crowd;
import io.roundhouse.waiting.internal.Waiters;

/**
 * What a queue is to be like.
 *
 * @param capacity how many elements at most
 * @param segment slots of a segment where it grows; 0 where all memory is there from the start
 */
record Plan(
        Producers producers, Consumers consumers, int capacity, int segment, WaitStrategy waiting) {
    /** Slots of a segment where nothing is said. */
    static final int SEGMENT = 512;

    /** The most slots of an array. */
    static final int MOST_SLOTS = 1 << 30;

    static Plan of(Producers producers, Consumers consumers) {
        return new Plan(producers, consumers, Integer.MAX_VALUE, SEGMENT, WaitStrategy.adaptive());
    }

    Plan bounded(int elements) {
        if (elements < 1 || elements > MOST_SLOTS) {
            throw new IllegalArgumentException(
                    "a queue has a capacity of 1 to " + MOST_SLOTS + " elements, not " + elements);
        }
        return new Plan(producers, consumers, elements, 0, waiting);
    }

    Plan growing(int from, int to) {
        if (from < 1 || from > MOST_SLOTS || to < from) {
            throw new IllegalArgumentException(
                    "a queue grows from 1 to "
                            + MOST_SLOTS
                            + " elements to at least as many, not from "
                            + from
                            + " to "
                            + to);
        }
        return new Plan(producers, consumers, to, Slots.powerOfTwo(from), waiting);
    }

    Plan waiting(WaitStrategy strategy) {
        return new Plan(producers, consumers, capacity, segment, strategy);
    }

    boolean grows() {
        return segment > 0;
    }

    /** Whether any number of threads may be at either end. */
    boolean forMany() {
        return producers != ONE_PRODUCER && consumers != ONE_CONSUMER;
    }

    Waiter takers() {
        return consumers == ONE_CONSUMER ? waiter() : new Crowd(waiting);
    }

    Waiter putters() {
        return producers == ONE_PRODUCER ? waiter() : new Crowd(waiting);
    }

    private Waiter waiter() {
        return Waiters.madeBy(waiting);
    }

    /** Such as {@code MPSC}. */
    String shape() {
        return (producers == ONE_PRODUCER ? "SP" : "MP")
                + (consumers == ONE_CONSUMER ? "SC" : "MC");
    }
}
