package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.util.function.BooleanSupplier;

/**
 * Whether it is worth to wait for a moment before one sleeps: two microseconds. Where that was in
 * vain it is not worth it the next 1, 3, 7 … 1,023 times: for who waits on the carrier of the
 * thread that it waits for, or at a slow stream, it is lost time. Racy on purpose: a count that is
 * lost costs a moment.
 *
 * <p>At a buffer, who finds nothing waits for a <em>run</em>: a side that follows close behind the
 * other takes a cache line away from it with every element (docs/design/0010d-slipping.md;
 * FastForward, PPoPP 2008, calls it temporal slipping).
 *
 * <p>At a rendezvous, who waits is met at once where the other runs on another processor. Where
 * both have come to sleep, a moment is too short to find out that both could run: who is woken is
 * on its way for longer. So when it has been in vain for a while, who tries again waits for as long
 * as that takes. If they soon sleep again, for there is no second processor to be had, they are
 * left alone for twice as long as before, 4,095 times at most.
 */
final class Patience {
    private static final long MOMENT_NANOS = 2_000;

    /** Longer than an idle processor mostly takes to wake up. */
    private static final long WAKING_NANOS = 50_000;

    /** Where so many are skipped, both sleep. */
    private static final int COLD = 63;

    /** Who meets without sleep for so long could really run at the same time. */
    private static final long WARM_NANOS = 2_000_000;

    private final long coldNanos;
    private final int spinsBetweenLooks;
    private final int mostSkipped;

    private int skipped;
    private int left;
    private int skippedWhenCold;
    private long warmUntil = Sleep.deadline(0);

    private Patience(long coldNanos, int spinsBetweenLooks, int mostSkipped) {
        this.coldNanos = coldNanos;
        this.spinsBetweenLooks = spinsBetweenLooks;
        this.mostSkipped = mostSkipped;
    }

    /** For runs: looks that are far enough apart to leave the other its cache lines. */
    static Patience forRuns() {
        return new Patience(MOMENT_NANOS, 4, 1_023);
    }

    /** For meetings. */
    static Patience forMeetings() {
        return new Patience(WAKING_NANOS, 2, 4_095);
    }

    /** Waits a moment, if that is worth it; returns whether it has happened. */
    boolean waitsFor(BooleanSupplier happened) {
        return isWorthIt() && waits(happened);
    }

    /** Whether it is worth it this time. */
    boolean isWorthIt() {
        if (left > 0) {
            left--;
            return false;
        }
        return true;
    }

    /** Waits a moment; returns whether it has happened. */
    boolean waits(BooleanSupplier happened) {
        boolean cold = skipped >= COLD;
        if (Sleep.pause(happened, cold ? coldNanos : MOMENT_NANOS, spinsBetweenLooks)) {
            if (skipped != 0) { // written only where it changes: others read it
                inVainNoMore(cold);
            }
            return true;
        }
        skipped = Math.min(moreThan(skipped), mostSkipped);
        left = skipped;
        return false;
    }

    private void inVainNoMore(boolean cold) {
        if (cold && coldNanos > MOMENT_NANOS) {
            skippedWhenCold = skipped;
            warmUntil = Sleep.deadline(WARM_NANOS);
        }
        skipped = 0;
        left = 0;
    }

    private int moreThan(int before) {
        int more = 2 * before + 1;
        boolean coldAgain = before < COLD && more >= COLD && !Sleep.isOver(warmUntil);
        return coldAgain ? 2 * skippedWhenCold + 1 : more;
    }
}
