package io.roundhouse.pipeline;

/**
 * One of several threads of a stage that share the events: each event is handled by one of them.
 *
 * <p>Design. A worker claims a block of what is at hand, never of what is still to come, so that
 * nothing waits behind a worker that has nothing to do. While it has a block it holds the stage
 * back: what the stage has reached is the least of what was claimed and of what workers hold.
 *
 * <pre>
 *   worker:   held = claims ; CAS claims → claims + n ; handle ; held = nothing
 *   reached:  read claims, then what each holds
 *
 * Invariants
 *   I1  an event is claimed once, by compare-and-set, in order
 *   I2  held is no later than the block before claims says that the block is taken
 *   I3  held leaves a block only when it is handled
 * </pre>
 *
 * Why the order of the reads counts: whatever is below the claims that were read had its worker's
 * hold published before (I2, the compare-and-set is a fence), so the reads of the holds that follow
 * see it, or that the block is done (I3). A hold may go back for a moment, when a worker is slow
 * between reading the claims and losing the race for them: who reads it then thinks that less has
 * been reached than was.
 */
final class SharingWorker<T> extends Worker<T> {
    /** What a worker holds that has no block. */
    private static final long NOTHING = Long.MAX_VALUE;

    private static final long LONGEST_SHARE = 128;

    // the block at hand; this worker only, and whoever counts when it has ended
    private long from;
    private long to;

    SharingWorker(Stage<T> stage, int number) {
        super(stage, number);
        publishPosition(NOTHING);
    }

    @Override
    boolean hasMore() {
        return from < to;
    }

    @Override
    boolean look() {
        long claimed = stage.claims.acquire();
        long end = stage.reachedBefore();
        if (claimed >= end) {
            end = stage.available();
        }
        while (claimed < end) {
            publishPosition(claimed); // keeps I2
            long next = claimed + share(end - claimed);
            if (stage.claims.claim(claimed, next)) {
                from = claimed;
                to = next;
                return true;
            }
            claimed = stage.claims.acquire();
        }
        if (position != NOTHING) {
            publishPosition(NOTHING);
            told(); // who looked meanwhile may have seen the hold and gone to sleep
        }
        return false;
    }

    /** How many of so many events one worker takes: fewer towards the end, so that all are busy. */
    private long share(long events) {
        return Math.clamp(events / (2L * stage.workerCount), 1, Math.min(block, LONGEST_SHARE));
    }

    @Override
    long place() {
        return stage.claims.acquire();
    }

    @Override
    void work() throws Exception {
        from = batch(from, to);
        publishPosition(hasMore() ? from : NOTHING); // keeps I3; release, pairs with Stage.reached
        told();
    }

    @Override
    boolean hasLeft(long sequence) {
        return from <= sequence && sequence < to;
    }
}
