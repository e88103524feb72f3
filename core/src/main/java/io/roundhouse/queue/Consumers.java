package io.roundhouse.queue;

/** How many threads take elements out of a queue at a time. */
public enum Consumers {
    /** One thread at a time. Another one may go on if what the first did happens-before that. */
    ONE_CONSUMER,
    /** Any number of threads, each of which gets other elements. */
    MANY_CONSUMERS
}
