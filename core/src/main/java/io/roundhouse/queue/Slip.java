package io.roundhouse.queue;

import io.roundhouse.memory.Padding;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/**
 * Keeps one side of a queue from following so close behind the other that every element takes a
 * cache line away from it: <em>temporal slipping</em>.
 *
 * <p>A side that has found nothing, and found nothing before less than two runs of elements ago,
 * waits for a run, some microseconds at most and no longer than elements keep coming, and looks
 * again. Where they had stopped, because the other side is slow or waits for this one, it does
 * without the next 1, 3, 7 ... {@link #LONGEST_REST} times: a slow stream is not delayed. A side
 * that decides by itself when it is too near goes by {@link #rests}, {@link #pause} and {@link
 * #hasPaid}.
 *
 * <p>For one thread at a time.
 *
 * <p>Roots. Giacomoni, Moseley and Vachharajani, "FastForward for efficient pipeline parallelism"
 * (PPoPP 2008), who slip by time, too.
 */
final class Slip extends Padding {
    /** Elements of many cache lines: what some microseconds bring. */
    static final int LONGEST_RUN = 1024;

    /** Elements of a cache line: a side that waits for less has nothing to gain. */
    static final int LEAST_RUN = 16;

    /** After so many runs without a wait it was not near. */
    private static final int FAR = 2;

    /** Pauses of a wait for a run. */
    static final int PAUSES = 3;

    /** How long a pause is at most. */
    static final long PAUSE_NANOS = 2_000;

    /** Steps in which a run is counted. */
    private static final int STEPS = 16;

    private static final int LONGEST_REST = 1023;

    /** What is there for a side. */
    interface Ahead {
        /** Whether so many elements, or room for them, follow where the side is now. */
        boolean has(int elements);
    }

    private final Waiter waiter;
    private final Ahead ahead;
    private final Wait forRun;
    private final int run;
    private long last;
    private int rest;
    private int restLeft;

    /**
     * @param run elements of a run
     */
    Slip(Waiter waiter, int run, Ahead ahead) {
        this.waiter = waiter;
        this.run = run;
        this.ahead = ahead;
        this.forRun = () -> ahead.has(run);
        this.last = (long) -FAR * run;
    }

    /** Elements of a run in a queue of that capacity. */
    static int run(int capacity) {
        return Math.clamp(capacity / 4, 1, LONGEST_RUN);
    }

    /** Nothing was found at this position; returns whether it has waited, so that a look is due. */
    boolean at(long position) {
        long since = position - last;
        last = position;
        if (run < LEAST_RUN || since == 0 || since >= (long) FAR * run || rests()) {
            return false;
        }
        hasPaid(awaitRun());
        return true;
    }

    /** Waits for a run; whether it came, or was coming still. */
    private boolean awaitRun() {
        int there = 0;
        for (int i = 0; i < PAUSES; i++) {
            if (waiter.pause(forRun)) {
                return true;
            }
            int now = there(there);
            if (now == there) {
                return false;
            }
            there = now;
        }
        return true;
    }

    /** How many elements of a run are there, in steps; of so many it is known. */
    private int there(int known) {
        int step = run / STEPS;
        int there = known;
        while (there + step <= run && ahead.has(there + step)) {
            there += step;
        }
        return there;
    }

    /** Whether it does without a wait, this time. */
    boolean rests() {
        int left = restLeft;
        if (left <= 0) {
            return false;
        }
        restLeft = left - 1;
        return true;
    }

    /** Waits for a run for a shorter time. */
    void pause() {
        waiter.pause(forRun);
    }

    /** Whether a wait has brought enough. */
    void hasPaid(boolean enough) {
        rest = enough ? 0 : Math.min(2 * rest + 1, LONGEST_REST);
        restLeft = rest;
    }
}
