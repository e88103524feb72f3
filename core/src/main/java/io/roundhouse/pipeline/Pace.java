package io.roundhouse.pipeline;

/**
 * How fast events pass one end of a line, by two looks at the clock: whether what is on the line
 * lasts for longer than a nap. Asked where a thread waits already. One thread.
 */
final class Pace {
    /** From so many events between two looks on it is known how fast they pass. */
    private static final int FLOW = 16;

    /** Shorter than that says little; longer is long ago. */
    private static final long SHORT_NANOS = 20_000;

    private static final long LONG_NANOS = 10_000_000;

    // the last look
    private long time;
    private long place;

    /**
     * Whether so many events last for longer than the nap, and as long again, as a nap takes longer
     * than it should. Not where that is not known yet.
     *
     * @param now the time in nanoseconds
     * @param at how many have passed
     */
    boolean outlasts(long now, long at, long events, long nap) {
        long taken = now - time;
        if (taken < SHORT_NANOS) {
            return false;
        }
        long passed = at - place;
        time = now;
        place = at;
        boolean flows = taken < LONG_NANOS && passed >= FLOW;
        return flows && events * taken > 2 * nap * passed;
    }

    @Override
    public String toString() {
        return place + " had passed";
    }
}
