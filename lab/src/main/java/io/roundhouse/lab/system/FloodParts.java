package io.roundhouse.lab.system;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The user's code of the workload {@code flood}: a plain object behind a plain interface. */
public final class FloodParts {

    private FloodParts() {}

    /** Takes what comes. */
    public interface Sink {
        void take(long good);
    }

    /**
     * Counts and adds up. {@link #take} is called one at a time, each happening before the next;
     * the driver waits, and whoever floods may look how many were handled.
     */
    public static final class PlainSink implements Sink {

        private final AtomicLong handled = new AtomicLong();
        private final Semaphore over = new Semaphore(0);
        private volatile long expected = Long.MAX_VALUE;
        private long count;
        private long sum;

        /** Expects that many goods. Called while nothing is under way. */
        public void expect(long goods) {
            count = 0;
            sum = 0;
            handled.set(0);
            expected = goods;
        }

        @Override
        public void take(long good) {
            sum += good;
            handled.setOpaque(++count);
            if (count == expected) {
                over.release();
            }
        }

        /** How many goods were handled so far; any thread. */
        public long handled() {
            return handled.getOpaque();
        }

        /** Waits for the last good. */
        public void await() throws InterruptedException {
            over.acquire();
        }

        /** What came; valid after {@link #await}. */
        public Tally tally() {
            return new Tally(count, sum);
        }
    }
}
