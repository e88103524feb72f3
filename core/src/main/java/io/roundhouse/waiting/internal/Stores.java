package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;

/**
 * Waits until stores are visible to all: time in place of a fence that their threads would have to
 * issue.
 *
 * <p>A processor keeps a store to itself for a while, but not for long: its store buffer drains
 * within microseconds, whatever its thread does next. So whoever has announced something, and waits
 * here, finds what a thread stored that did not see the announcement yet
 * (docs/design/0002-who-wakes-whom.md tells why that is enough).
 */
public final class Stores {
    /** Longer than any store stays in a store buffer. */
    static final long SETTLING_NANOS = 200_000;

    private Stores() {}

    /**
     * Waits for all that was stored before the call. Deaf to interrupts; the flag stays.
     *
     * @param strategy whose waiters stand for the thread in a simulation; elsewhere, one that
     *     sleeps
     * @param why who waits, and for what
     */
    public static void awaitVisible(WaitStrategy strategy, String why) {
        boolean interrupted = Thread.interrupted();
        try {
            while (!hasWaited(strategy, why)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean hasWaited(WaitStrategy strategy, String why) {
        try {
            strategy.newWaiter().await(new Settling(why), SETTLING_NANOS);
            return true;
        } catch (WaitInterruptedException again) {
            return false;
        }
    }

    private record Settling(String why) implements Wait {
        @Override
        public boolean met() {
            return false;
        }

        @Override
        public String toString() {
            return why;
        }
    }
}
