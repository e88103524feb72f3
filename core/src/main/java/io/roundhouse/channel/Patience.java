package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.util.function.BooleanSupplier;

/**
 * Whether it is worth to wait for a moment before one sleeps: two microseconds at most. Where that
 * was in vain it is not worth it the next 1, 3, 7 … 1,023 times: for who waits on the carrier of
 * the thread that it waits for, or at a slow stream, it is lost time. Racy on purpose: a count that
 * is lost costs a moment.
 *
 * <p>At a buffer, who finds nothing waits for a <em>run</em>: a side that follows close behind the
 * other takes a cache line away from it with every element (docs/design/0010-one-order.md;
 * FastForward, PPoPP 2008, calls it temporal slipping). At a rendezvous, who waits is met at once
 * where the other runs on another carrier.
 */
final class Patience {
    private static final int MOST_SKIPPED = 1_023;

    private int skipped;
    private int left;

    /** Waits a moment, if that is worth it; returns whether it has happened. */
    boolean waitsFor(BooleanSupplier happened) {
        if (left > 0) {
            left--;
            return false;
        }
        if (Sleep.pause(happened)) {
            skipped = 0;
            return true;
        }
        skipped = Math.min(2 * skipped + 1, MOST_SKIPPED);
        left = skipped;
        return false;
    }
}
