package io.roundhouse.queue;

import io.roundhouse.memory.Padding;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/**
 * Keeps one side of a queue from following so close behind the other that every element takes a
 * cache line away from it: <em>temporal slipping</em>.
 *
 * <p>A side that has found nothing, after a run of less than {@link #RUN} elements, waits for a
 * run, two microseconds at most, and looks again. Where that was in vain, it does without the next
 * 1, 3, 7 ... {@link #LONGEST_REST} times: a slow stream is not delayed.
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
    private long last = -RUN;
    private int rest;
    private int restLeft;

    /**
     * @param forRun met when a run of elements, or room for it, is there
     */
    Slip(Waiter waiter, Wait forRun) {
        this.waiter = waiter;
        this.forRun = forRun;
    }

    /** Nothing was found at this position; returns whether it has waited, so that a look is due. */
    boolean at(long position) {
        long run = position - last;
        last = position;
        if (run == 0 || run >= RUN) {
            return false;
        }
        if (restLeft > 0) {
            restLeft--;
            return false;
        }
        if (waiter.pause(forRun)) {
            rest = 0;
        } else {
            rest = Math.min(2 * rest + 1, LONGEST_REST);
            restLeft = rest;
        }
        return true;
    }
}
