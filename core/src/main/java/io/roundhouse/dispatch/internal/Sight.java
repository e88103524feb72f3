package io.roundhouse.dispatch.internal;

/**
 * What one worker has seen of another one, to tell what has stood still between its looks. All that
 * it tells of has been so for at least as long as it says, since it counts from the first look that
 * has found it so. One thread only.
 */
final class Sight {
    /** What stands still for so long is worth a move to another worker. */
    static final long LONG_NANOS = 2_500;

    /** Who begins nothing for so long may be without a processor. */
    static final long STUCK_NANOS = 50_000;

    /** With so much to run, it is helped at once. */
    private static final int MUCH = 16;

    /** Over so long it is measured whether turns are slow. */
    private static final long PATIENCE_NANOS = 2_000;

    private static final long WORTH_A_MOVE_NANOS = 300;

    private long turns;
    private long turnsSince;
    private long turnsMeasured;
    private long measuredSince;
    private boolean slow;

    /** How many tasks had been taken from its queue when it was seen to wait; else one less. */
    private int taken = -1;

    private long firstSince;
    private long handed;
    private long handedSince;

    Sight(long now) {
        turnsSince = now;
        measuredSince = now;
        handedSince = now;
    }

    /**
     * Looks how many turns the other one has begun: whether none, for as long as a short sleep; and
     * whether they are slow, for {@link #needsHelp}.
     */
    boolean isStuck(Worker other, long now) {
        long begun = other.turns();
        long passed = now - measuredSince;
        if (passed >= PATIENCE_NANOS) {
            slow = passed > (begun - turnsMeasured) * WORTH_A_MOVE_NANOS;
            measuredSince = now;
            turnsMeasured = begun;
        }
        if (begun != turns) {
            turns = begun;
            turnsSince = now;
        }
        return now - turnsSince >= STUCK_NANOS;
    }

    /** Looks into its queue: how many tasks wait there, and since when the first one. */
    int waiting(Worker other, long now) {
        int gone = other.queue.taken(); // before the size, so that who comes first is not younger
        int size = other.queue.size();
        if (gone != taken) {
            firstSince = now;
        }
        taken = size > 0 ? gone : gone - 1; // who comes first next has not been there yet
        return size;
    }

    /**
     * Whether it has much to run, or does not come to what it has, though its calls may be short
     * and be handed on and on. A task that it would run at once is faster there, where its mail is
     * in the cache. As of the last {@link #isStuck} and {@link #waiting}.
     *
     * @param size how many tasks wait: see {@link #waiting}
     */
    boolean needsHelp(int size, long now) {
        return size >= MUCH || (size > 0 && (slow || now - firstSince >= LONG_NANOS));
    }

    /**
     * Looks at the calls that it has handed over: whether the same ones have been there for long.
     */
    boolean areHandedForLong(Worker other, long slot, long now) {
        long seen = (slot << Byte.SIZE) + other.handed();
        if (seen != handed) {
            handed = seen;
            handedSince = now;
        }
        return now - handedSince >= LONG_NANOS;
    }
}
