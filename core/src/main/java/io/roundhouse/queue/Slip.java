package io.roundhouse.queue;

import io.roundhouse.memory.Padding;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/**
 * Keeps one side of a queue from following so close behind the other that every element takes a
 * cache line away from it: <em>temporal slipping</em>.
 *
 * <p>A side that has found nothing, after less than a run of elements, waits for a run, two
 * microseconds at most, and looks again. Where that was in vain, it does without the next 1, 3, 7
 * ... {@link #LONGEST_REST} times: a slow stream is not delayed. A side that decides by itself when
 * it is too near goes by {@link #rests}, {@link #pause} and {@link #hasPaid}.
 *
 * <p>For one thread at a time.
 *
 * <p>Roots. Giacomoni, Moseley and Vachharajani, "FastForward for efficient pipeline parallelism"
 * (PPoPP 2008), who slip by time, too.
 */
final class Slip extends Padding {
    /** Elements of some cache lines. */
    static final int RUN = 64;

    private static final int LONGEST_REST = 1023;

    private final Waiter waiter;
    private final Wait forRun;
    private final int run;
    private long last;
    private int rest;
    private int restLeft;

    /**
     * @param run elements of a run
     * @param forRun met when a run of elements, or room for it, is there
     */
    Slip(Waiter waiter, int run, Wait forRun) {
        this.waiter = waiter;
        this.run = run;
        this.forRun = forRun;
        this.last = -run;
    }

    /** Nothing was found at this position; returns whether it has waited, so that a look is due. */
    boolean at(long position) {
        long since = position - last;
        last = position;
        if (since == 0 || since >= run || rests()) {
            return false;
        }
        hasPaid(waiter.pause(forRun));
        return true;
    }

    /** Whether it does without a wait, this time. */
    boolean rests() {
        if (restLeft == 0) {
            return false;
        }
        restLeft--;
        return true;
    }

    /** Waits for a run. */
    void pause() {
        waiter.pause(forRun);
    }

    /** Whether a wait has brought enough. */
    void hasPaid(boolean enough) {
        rest = enough ? 0 : Math.min(2 * rest + 1, LONGEST_REST);
        restLeft = rest;
    }
}
