package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** The threads of one test: started, watched, and ended when the test is over. */
final class Team implements AutoCloseable {
    /** What a thread does. */
    interface Job {
        void run() throws Throwable;
    }

    private final boolean virtual;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    Team(boolean virtual) {
        this.virtual = virtual;
    }

    Team() {
        this(true);
    }

    Thread start(Job job) {
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        Thread thread =
                builder.start(() -> {
                    try {
                        job.run();
                    } catch (Throwable problem) {
                        thrown.add(problem);
                    }
                });
        threads.add(thread);
        return thread;
    }

    /** Comes back once that is so. */
    static void await(BooleanSupplier condition) {
        await(condition, Thread::yield);
    }

    /** The same, with that between two looks. */
    static void await(BooleanSupplier condition, Runnable between) {
        while (!condition.getAsBoolean()) {
            between.run();
        }
    }

    static void awaitReceivers(Channel<?> channel, int count) {
        await(() -> channel.waitingReceivers() == count);
    }

    static void awaitSenders(Channel<?> channel, int count) {
        await(() -> channel.waitingSenders() == count);
    }

    /** Waits for the ends of all threads, none of which may have thrown. */
    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
    }

    @Override
    public void close() {
        for (Thread thread : threads) {
            thread.interrupt();
        }
    }

    /** Whether a thread waits, for whatever it is. */
    static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING;
    }
}
