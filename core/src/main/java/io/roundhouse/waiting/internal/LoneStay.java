package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.Clock;

/** The stay of one thread at the bells that only it listens to. Used by that thread. */
final class LoneStay implements Stay {
    /** Whether one at most had passed between the last sleep and the wait before. */
    private boolean slowly;

    /** Since when it is known to stay at all bells, if it is known. */
    private long since;

    private boolean isKnown;

    /** Whether that is longer ago than a store takes to be visible. */
    private boolean isSettled;

    @Override
    public void sleeps(long came) {
        slowly = came <= 1;
    }

    @Override
    public void wakesUp(Bell[] bells) {
        if (!slowly) { // a ring with a fence costs who rings more than it saves here
            Stay.ignore(bells);
            return;
        }
        for (Bell bell : bells) {
            isKnown &= bell.stay();
        }
    }

    @Override
    public boolean hasLasted(Bell[] bells, Clock clock) {
        if (!Stay.atAll(bells)) {
            return false;
        }
        if (!isKnown) {
            isKnown = true;
            isSettled = false;
            since = clock.nanoTime();
        } else if (!isSettled) {
            isSettled = clock.nanoTime() - since >= Stores.SETTLING_NANOS;
        }
        return isSettled;
    }

    @Override
    public boolean isSeldom(long came) {
        return came <= FEW;
    }
}
