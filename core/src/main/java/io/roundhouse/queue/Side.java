package io.roundhouse.queue;

import io.roundhouse.waiting.internal.Named;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An end of a queue that is for one thread at a time, and which thread is there now. Catches two at
 * once, never one after the other: what a railway's handle says with {@code handOver()} a queue
 * cannot know, for it is used by code that has never heard of it.
 */
final class Side implements AutoCloseable {
    private final boolean forMany;
    private final String role;
    private final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();

    private Side(boolean forMany, String role) {
        this.forMany = forMany;
        this.role = role;
    }

    static Side ofProducers(Plan plan) {
        return new Side(plan.producers() == Producers.MANY_PRODUCERS, "producer");
    }

    static Side ofConsumers(Plan plan) {
        return new Side(plan.consumers() == Consumers.MANY_CONSUMERS, "consumer");
    }

    /**
     * The calling thread begins to use this end, until it {@linkplain #close closes} what it gets:
     * nothing, if it was at it already or the end is for many.
     *
     * @throws AssertionError if another thread is using it, and it is for one
     */
    @Nullable Side enter() {
        if (forMany) {
            return null;
        }
        Thread me = Thread.currentThread();
        Thread other = thread.compareAndExchange(null, me);
        if (other != null && other != me) {
            throw new AssertionError(
                    "the queue has one "
                            + role
                            + ", but thread "
                            + Named.thread(me)
                            + " came while thread "
                            + Named.thread(other)
                            + " was in a call; let one at a time, or say MANY_"
                            + role.toUpperCase(Locale.ROOT)
                            + "S");
        }
        return other == null ? this : null;
    }

    /** The end of the call that has entered. */
    @Override
    public void close() {
        thread.set(null);
    }
}
