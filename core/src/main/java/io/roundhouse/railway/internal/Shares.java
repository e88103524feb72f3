package io.roundhouse.railway.internal;

import io.roundhouse.memory.Claims;

/**
 * What several threads that share events or goods have claimed: each of them is for one thread.
 *
 * <p>Design. A thread claims a block of what is at hand, never of what is still to come, so that
 * nothing waits behind a thread that has nothing to do. While it has a block it holds everything
 * from there on back: what all of them have done is the least of what was claimed and of what they
 * hold.
 *
 * <pre>
 *   a thread:  hold = claims ; CAS claims → claims + n ; handle ; hold = NOTHING
 *   done:      read claims, then what each holds
 *
 * Invariants
 *   I1  everything is claimed once, by compare-and-set, in order
 *   I2  a hold is no later than the block before claims says that the block is taken
 *   I3  a hold leaves a block only when it is handled
 * </pre>
 *
 * Why the order of the reads counts: whatever is below the claims that were read had its thread's
 * hold published before (I2, the compare-and-set is a fence), so the reads of the holds that follow
 * see it, or that the block is done (I3). A hold may go back for a moment, when a thread is slow
 * between reading the claims and losing the race for them: who reads it then thinks that less has
 * been done than was.
 */
public final class Shares {
    /** What a thread holds that has no block. */
    public static final long NOTHING = Long.MAX_VALUE - 1;

    private static final long LONGEST = 128;

    /** One of those who share. */
    public interface Sharer {
        /** Publishes what it holds from now on (release). */
        void hold(long position);

        /** It has claimed everything from {@code from} to {@code to}. */
        void claimed(long from, long to);
    }

    private final Claims claims = new Claims();
    private final int sharers;
    private final long longest;

    /**
     * @param sharers how many there are
     * @param block the longest that one may claim
     */
    public Shares(int sharers, long block) {
        this.sharers = sharers;
        this.longest = Math.min(block, LONGEST);
    }

    /** Everything below it has been claimed (acquire). Any thread; before what is held is read. */
    public long claimed() {
        return claims.acquire();
    }

    /**
     * Claims part of what nobody has claimed yet. Where it fails the sharer may still hold
     * something that it has not got.
     *
     * @param end where what is at hand ends
     * @return whether there was anything
     */
    public boolean claim(Sharer sharer, long end) {
        long from = claims.acquire();
        while (from < end) {
            sharer.hold(from); // keeps I2
            long to = from + share(end - from);
            if (claims.claim(from, to)) {
                sharer.claimed(from, to);
                return true;
            }
            from = claims.acquire();
        }
        return false;
    }

    /** How much of that one claims: less towards the end, so that all are busy. */
    private long share(long atHand) {
        return Math.clamp(atHand / (2L * sharers), 1, longest);
    }

    @Override
    public String toString() {
        return claims + " claimed";
    }
}
