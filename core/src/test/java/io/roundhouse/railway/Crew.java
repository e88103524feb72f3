package io.roundhouse.railway;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AssertionFailureBuilder;

/** The threads of one test: started, watched, and all ended when the test is over. */
final class Crew implements AutoCloseable {
    /** What a thread of the crew does. */
    interface Job {
        void run() throws Throwable;
    }

    private final boolean virtual;
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    private Crew(boolean virtual) {
        this.virtual = virtual;
    }

    static Crew ofPlatform() {
        return new Crew(false);
    }

    static Crew of(boolean virtual) {
        return new Crew(virtual);
    }

    Thread start(String role, Job job) {
        Thread.Builder builder =
                virtual ? Thread.ofVirtual().name(role) : Thread.ofPlatform().name(role);
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

    /** Waits for the ends of all threads and returns what they threw. */
    List<Throwable> failures() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        List<Throwable> all = List.copyOf(thrown);
        thrown.clear();
        return all;
    }

    /** Waits for the ends of all threads, none of which may have thrown. */
    void join() throws InterruptedException {
        List<Throwable> all = failures();
        if (!all.isEmpty()) {
            throw AssertionFailureBuilder.assertionFailure()
                    .message("a thread of the crew threw " + all)
                    .cause(all.getFirst())
                    .build();
        }
    }

    /** Where a test failed half-way, its threads may wait for ever: they are interrupted. */
    @Override
    public void close() {
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                thread.interrupt();
                Thread.onSpinWait();
            }
        }
    }
}
