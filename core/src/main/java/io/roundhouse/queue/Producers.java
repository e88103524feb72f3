package io.roundhouse.queue;

/** How many threads put elements into a queue at a time. */
public enum Producers {
    /** One thread at a time; another one may go on where it has stopped, if that happens-before. */
    ONE_PRODUCER,
    /** Any number of threads. */
    MANY_PRODUCERS
}
