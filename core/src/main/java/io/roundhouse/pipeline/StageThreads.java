package io.roundhouse.pipeline;

import io.roundhouse.waiting.Sleep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/** The threads of one line's stages, a worker each, in the order of the stages. */
final class StageThreads<T> {
    private final List<Thread> threads = new ArrayList<>();

    // ---- the beginning: one thread

    /**
     * Makes all of them.
     *
     * @param line what they are called after
     * @param bodyOf what the thread of a worker does
     */
    void make(
            ThreadFactory factory,
            String line,
            List<Stage<T>> stages,
            Function<Worker<T>, Runnable> bodyOf) {
        for (Stage<T> stage : stages) {
            for (Worker<T> worker : stage.workers()) {
                Thread thread = factory.newThread(bodyOf.apply(worker));
                if (thread == null) {
                    throw new IllegalStateException(
                            "the thread factory made no thread for " + worker);
                }
                if (!thread.isAlive()) {
                    thread.setName(line + ": " + worker);
                }
                threads.add(thread);
            }
        }
    }

    /** Starts all; where one cannot be started, those that were are left, and run. */
    void start() {
        int started = 0;
        try {
            for (Thread each : threads) {
                start(each);
                started++;
            }
        } finally {
            threads.subList(started, threads.size()).clear();
        }
    }

    private static void start(Thread thread) {
        try {
            thread.start();
        } catch (IllegalThreadStateException e) {
            throw new IllegalStateException(
                    "thread \""
                            + thread.getName()
                            + "\" was started before: a thread factory makes new threads, and"
                            + " leaves it to the line to start them",
                    e);
        }
    }

    // ---- any thread

    /** Interrupts the handlers that are running; not the calling one. */
    void interrupt() {
        for (Thread each : threads) {
            if (each != Thread.currentThread()) {
                each.interrupt();
            }
        }
    }

    /** Waits until all have ended; returns whether they had in time. */
    boolean join(long nanos) throws InterruptedException {
        long deadline = Sleep.deadline(nanos);
        for (Thread each : threads) {
            if (nanos == Long.MAX_VALUE) {
                each.join();
            } else if (!each.join(Duration.ofNanos(Sleep.left(deadline)))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the calling thread is one of them. */
    boolean isOneOfThem() {
        return threads.contains(Thread.currentThread());
    }

    boolean haveEnded() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** The names of those of the stages of which a thread has not ended. */
    List<String> stagesThatRun(List<Stage<T>> stages) {
        List<String> running = new ArrayList<>();
        int first = 0;
        for (Stage<T> each : stages) {
            int next = Math.min(first + each.workerCount, threads.size());
            if (threads.subList(first, next).stream().anyMatch(Thread::isAlive)) {
                running.add(each.name);
            }
            first = next;
        }
        return running;
    }
}
