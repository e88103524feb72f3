package io.roundhouse.railway;

import io.roundhouse.memory.Cursor;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/** What the handles of both sides have in common: whose they are, visits, leaving. */
abstract sealed class End extends Cursor implements AutoCloseable permits LoadingEnd, UnloadingEnd {
    final Track track;
    final int station;
    final Owner owner;
    final Waiter waiter;
    private boolean leaving; // the visiting thread only

    End(String what, Track track, int station, Waiter waiter) {
        this.track = track;
        this.station = station;
        this.owner = new Owner("the " + what + " of station " + station);
        this.waiter = waiter;
    }

    // ---- visits: the user's code between two of ours ------------------------------------------

    /** The user's code begins. */
    final void enter() {
        owner.enter();
    }

    /** The user's code threw: whoever waits for this station must not wait for ever. */
    final void failed(Throwable thrown) {
        track.fail(thrown);
    }

    /** The user's code has ended, and what it did is published. */
    final void exit() {
        owner.exit();
        if (leaving) {
            leaving = false;
            leave();
        }
    }

    /** A waiter of a user's returned, though nothing that it waited for has happened. */
    final IllegalStateException gaveUp(Wait wait) {
        return new IllegalStateException(waiter + " gave up a wait without a limit: " + wait);
    }

    // ---- life cycle ---------------------------------------------------------------------------

    /** Leaves for good, or, in a visit, when that is over. */
    final void leaveOrWillLeave() {
        if (owner.isVisiting()) {
            leaving = true;
        } else {
            leave();
        }
    }

    /** Leaves for good. Idempotent. */
    abstract void leave();

    @Override
    public abstract void close();

    /**
     * Lets another thread use this handle from now on. The caller sees to it that the other one
     * starts later.
     */
    public final void handOver() {
        owner.nobody();
    }

    /** The number of this station, counted from 0. Any thread. */
    public final int station() {
        return station;
    }

    // ---- inspection ---------------------------------------------------------------------------

    final long waits() {
        return waiter.waits();
    }

    final long parks() {
        return waiter.parks();
    }
}
