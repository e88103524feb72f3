package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;

import io.roundhouse.railway.internal.Crowd;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;

/** What a queue is to be like. */
record Plan(Producers producers, Consumers consumers, int capacity, WaitStrategy waiting) {
    Waiter takers() {
        return consumers == ONE_CONSUMER ? waiting.newWaiter() : new Crowd(waiting);
    }

    Waiter putters() {
        return producers == ONE_PRODUCER ? waiting.newWaiter() : new Crowd(waiting);
    }

    /** Such as {@code MPSC}. */
    String shape() {
        return (producers == ONE_PRODUCER ? "SP" : "MP")
                + (consumers == ONE_CONSUMER ? "SC" : "MC");
    }
}
