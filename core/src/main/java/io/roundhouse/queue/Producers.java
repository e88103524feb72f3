package io.roundhouse.queue;

/** How many threads put elements into a queue at a time. */
public enum Producers {
    /** One thread at a time. Another one may go on if what the first did happens-before that. */
    ONE_PRODUCER,
    /** Any number of threads. */
    MANY_PRODUCERS
}
