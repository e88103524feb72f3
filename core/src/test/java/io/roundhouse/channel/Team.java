package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

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

    static void awaitReceivers(Channel<?> channel, int count) {
        Until.isTrue(() -> channel.waitingReceivers() == count);
    }

    static void awaitSenders(Channel<?> channel, int count) {
        Until.isTrue(() -> channel.waitingSenders() == count);
    }

    /** Waits for the ends of all threads, none of which may have thrown. */
    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
    }

    /** The same by a thread that is interrupted, and stays so. */
    void joinInterrupted() throws InterruptedException {
        Until.isTrue(() -> threads.stream().noneMatch(Thread::isAlive));
        join();
    }

    @Override
    public void close() {
        for (Thread thread : threads) {
            thread.interrupt();
        }
    }
}
