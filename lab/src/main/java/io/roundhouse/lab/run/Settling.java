package io.roundhouse.lab.run;

import java.util.function.LongSupplier;

/**
 * Whether a process that has not kept still comes to rest when it is let alone: one that compiles
 * does, though it may take its compiler a second where the processors are slow, and one that leaves
 * a thread spinning does not. It is asked once only: what works in the turns of others again and
 * again spoils them, whatever it is.
 */
final class Settling {

    private static final int WINDOWS = 20;
    private static final long WINDOW_MILLIS = 100;

    /** So many in a row: in one a process that spins may have had no processor. */
    private static final int STILL_WINDOWS = 3;

    /** A tick of the clock that CPU time is counted by, or two. */
    private static final long STILL_NANOS = 20_000_000;

    private boolean asked;

    /** Lets time pass. */
    interface Pause {
        void of(long millis) throws InterruptedException;
    }

    /**
     * Waits until it rests, two seconds at the most; once for a contender.
     *
     * @param cpuNanos what it has used so far
     * @return whether it does
     */
    boolean comesToRest(LongSupplier cpuNanos, Pause pause) throws InterruptedException {
        if (asked) {
            return false;
        }
        asked = true;
        long before = cpuNanos.getAsLong();
        int still = 0;
        for (int window = 0; window < WINDOWS && still < STILL_WINDOWS; window++) {
            pause.of(WINDOW_MILLIS);
            long now = cpuNanos.getAsLong();
            still = now - before <= STILL_NANOS ? still + 1 : 0;
            before = now;
        }
        return still == STILL_WINDOWS;
    }
}
