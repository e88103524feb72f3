package io.roundhouse.lab.workload;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Threads that are to run at the same time, each on a processor of its own, wait here until they
 * do.
 *
 * <p>Two new threads often begin on one processor, and a scheduler leaves a pair that yields to
 * each other there, for a sample or for longer: what is measured then is how long its slices are
 * (docs/design/0008a-threads-begin-apart.md). So they count in turns, and none gives way: a round
 * in which each is awake takes less than a microsecond a thread, one in which somebody is not a
 * slice of milliseconds, and a scheduler that sees two who want the same processor for so long
 * moves one.
 */
final class Together {
    /** Rounds without anybody missing. */
    static final int ROUNDS = 100;

    /** A turn takes less if its thread is running. */
    private static final long NANOS_A_TURN = 5_000;

    /** Then it begins all the same. */
    static final long LONGEST_NANOS = 100_000_000;

    private final int threads;
    private final LongSupplier nanoTime;
    private final AtomicInteger here = new AtomicInteger();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean over;

    Together(int threads, LongSupplier nanoTime) {
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** Waits for all others. Each of the threads, once. */
    void await() {
        int place = here.getAndIncrement();
        while (here.get() < threads) {
            Thread.yield(); // not all have begun
        }
        if (place == 0) {
            lead();
        } else {
            follow(place);
        }
    }

    private void lead() {
        long begin = nanoTime.getAsLong();
        long last = begin;
        for (int rounds = 0; rounds < ROUNDS && last - begin < LONGEST_NANOS; ) {
            turns.incrementAndGet();
            while (turns.get() % threads != 0) {
                Thread.onSpinWait();
            }
            long now = nanoTime.getAsLong();
            rounds = now - last < threads * NANOS_A_TURN ? rounds + 1 : 0;
            last = now;
        }
        over = true;
    }

    private void follow(int place) {
        while (!over) {
            if (turns.get() % threads == place) {
                turns.incrementAndGet();
            }
            Thread.onSpinWait();
        }
    }
}
