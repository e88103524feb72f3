package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts.Total;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** One cell that any thread adds to by compare-and-set, as published. */
final class SharedTotal implements Total {

    /** Jobs that may be under way, as published. */
    static final int MOST_UNDER_WAY = 40_000;

    private static final int LOOK_EVERY = 256;
    private static final long A_WHILE_NANOS = 100_000;

    private final AtomicLong bits = new AtomicLong(Double.doubleToRawLongBits(0));
    private final LongAdder count = new LongAdder();

    @Override
    public void add(double result) {
        long before;
        long after;
        do {
            before = bits.get();
            after = Double.doubleToRawLongBits(Double.longBitsToDouble(before) + result);
        } while (!bits.compareAndSet(before, after));
        count.increment();
    }

    /**
     * Waits while too many jobs are under way; called by who gives them out, once a job.
     *
     * @param given jobs given out so far
     */
    void throttle(int given) {
        if (given % LOOK_EVERY == 0) {
            while (given - count.sum() > MOST_UNDER_WAY) {
                LockSupport.parkNanos(this, A_WHILE_NANOS);
            }
        }
    }

    /** What was added so far; all of it only when nobody adds any more. */
    PiOutcome outcome() {
        return new PiOutcome(Double.longBitsToDouble(bits.get()), count.sum());
    }
}
