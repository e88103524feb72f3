package io.roundhouse.waiting;

/**
 * A short wait for somebody who is in the middle of a few instructions. Where nothing may be
 * allocated, its caller counts for it: see {@link #once(int)}.
 */
public final class Spin {
    private static final int SPINS = 64;
    private static final int SPINS_AFTER_A_LOST_RACE = 200;

    private int spins;

    /** A wait that has not begun. */
    public Spin() {}

    /**
     * Lets a moment pass; a longer one when it has been called often, for the other may be off its
     * processor.
     */
    public void once() {
        spins = once(spins);
    }

    /**
     * Lets some operations of another thread pass, after a race with it was lost: while both try
     * again at once, most of what they do is to take a cache line from each other. Constant, after
     * Dice, Hendler and Mirsky, "Lightweight contention management for efficient compare-and-swap
     * operations" (Euro-Par 2013).
     */
    public static void afterALostRace() {
        for (int i = 0; i < SPINS_AFTER_A_LOST_RACE; i++) {
            Thread.onSpinWait();
        }
    }

    /** Lets another thread have the processor, if one is ready to run and has none. */
    public static void giveWay() {
        Thread.yield();
    }

    /** Whether it has lasted longer than a few instructions should. */
    public boolean isLong() {
        return isLong(spins);
    }

    /** Like {@link #once()}, so many times later; returns how many times it was now. */
    public static int once(int spins) {
        if (spins + 1 < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return spins + 1;
    }

    /** Like {@link #isLong()}, after so many times. */
    public static boolean isLong(int spins) {
        return spins > 2 * SPINS;
    }
}
