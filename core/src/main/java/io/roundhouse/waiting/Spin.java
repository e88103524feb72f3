package io.roundhouse.waiting;

/**
 * A short wait for somebody who is in the middle of a few instructions. Its caller counts for it,
 * so that nothing is allocated.
 */
public final class Spin {
    private static final int SPINS = 64;
    private static final int LONG = 2 * SPINS;
    private static final int SPINS_AFTER_A_LOST_RACE = 200;
    private static final long NAP_NANOS = 50_000;

    private Spin() {}

    /**
     * Lets a moment pass; a longer one when it has been called often, for the other may be off its
     * processor.
     *
     * <p>The other has a thread of the platform all the while, or a carrier: it runs no code of
     * users, sleeps nowhere, and waits like this at most. So a virtual thread that waits here keeps
     * its carrier. One that gave it away, and held what others wait for, might never get one again:
     * of virtual threads that yield, those in the queue of a carrier go on in turn, for ever, and
     * those in the queue of all do not (docs/design/0012j-who-waits-awake-keeps-its-carrier.md).
     *
     * @param spins how often it was called before for this wait
     * @return how often now
     */
    public static int once(int spins) {
        if (spins + 1 < SPINS || Thread.currentThread().isVirtual()) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
        return isLong(spins) ? spins : spins + 1;
    }

    /**
     * The same, where the other may lose its carrier meanwhile, in code of users for one: a virtual
     * thread naps when that lasts, and leaves it a carrier. One that is interrupted cannot, and
     * yields.
     *
     * @param spins how often it was called before for this wait
     * @return how often now
     */
    public static int onceOrNap(int spins) {
        if (!isLong(spins) || !Thread.currentThread().isVirtual()) {
            return once(spins);
        }
        if (Thread.currentThread().isInterrupted()) {
            Thread.yield();
        } else {
            Sleep.nap(NAP_NANOS);
        }
        return spins;
    }

    /** Whether a wait of so many times has lasted longer than a few instructions should. */
    public static boolean isLong(int spins) {
        return spins > LONG;
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
}
