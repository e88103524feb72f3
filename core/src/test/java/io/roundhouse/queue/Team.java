package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

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

    Thread start(String role, Job job) {
        Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        Thread thread =
                builder.name(role)
                        .start(() -> {
                            try {
                                job.run();
                            } catch (Throwable problem) {
                                thrown.add(problem);
                            }
                        });
        threads.add(thread);
        return thread;
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
        threads.forEach(Thread::interrupt);
    }
}
