package io.roundhouse.queue;

/** How many threads take elements out of a queue at a time. */
public enum Consumers {
    /** One thread at a time; another one may go on where it has stopped, if that happens-before. */
    ONE_CONSUMER,
    /** Any number of threads, each of which gets other elements. */
    MANY_CONSUMERS
}
