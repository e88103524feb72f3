package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Shares;

/**
 * One of several threads of a stage that share the events: each event is handled by one of them,
 * whoever {@linkplain Shares claims} it. What the stage has reached is the least of what is claimed
 * and of what its workers hold; a worker's position is what it holds.
 */
final class SharingWorker<T> extends Worker<T> implements Shares.Sharer {
    // the block at hand; this worker only, and whoever counts when it has ended
    private long from;
    private long to;

    /** Where what was at hand ended. */
    private long atHand;

    SharingWorker(Stage<T> stage, int number) {
        super(stage, number);
        publishPosition(Shares.NOTHING);
    }

    @Override
    boolean hasMore() {
        return from < to;
    }

    /** A waiter may ask again: what was claimed first is at hand still. */
    @Override
    boolean look() {
        if (hasMore()) {
            return true;
        }
        long end = stage.reachedBefore();
        if (stage.shares.claimed() >= end) {
            end = stage.available();
        }
        atHand = end;
        if (stage.shares.claim(this, end)) {
            return true;
        }
        if (position != Shares.NOTHING) {
            publishPosition(Shares.NOTHING);
            told(); // who looked meanwhile may have seen the hold and gone to sleep
        }
        return false;
    }

    /** Who tells of events wakes one worker: there may be more than it has taken, or by now. */
    @Override
    void hasWaited() {
        if (stage.shares.claimed() < stage.available()) {
            stage.wakeAnother();
        }
    }

    /** Others may sleep: nothing but the claim of the last event tells of the end. */
    @Override
    void end() {
        stage.wakeAnother();
        super.end();
    }

    @Override
    public void hold(long event) {
        boolean moves = position != Shares.NOTHING; // a claim was lost
        publishPosition(event);
        if (moves) {
            told(); // who looked meanwhile may have seen the hold before, and gone to sleep
        }
    }

    @Override
    public void claimed(long first, long end) {
        from = first;
        to = end;
    }

    @Override
    long place() {
        return stage.shares.claimed();
    }

    /** It has a block, or there is one for it. */
    @Override
    boolean isBusy(long end) {
        return reached() != Shares.NOTHING || stage.shares.claimed() < end;
    }

    @Override
    void work() throws Exception {
        from = batch(from, to, Math.max(to, atHand));
        publishPosition(hasMore() ? from : Shares.NOTHING); // release, pairs with Stage.reached
        told();
    }

    @Override
    boolean hasLeft(long sequence) {
        return from <= sequence && sequence < to;
    }
}
