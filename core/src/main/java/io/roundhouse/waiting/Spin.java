package io.roundhouse.waiting;

/** A short wait for somebody who is in the middle of a few instructions. */
public final class Spin {
    private static final int SPINS = 64;

    private int spins;

    /** A wait that has not begun. */
    public Spin() {}

    /**
     * Lets a moment pass; a longer one when it has been called often, for the other may be off its
     * processor.
     */
    public void once() {
        if (++spins < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Whether it has lasted longer than a few instructions should. */
    public boolean isLong() {
        return spins > 2 * SPINS;
    }
}
