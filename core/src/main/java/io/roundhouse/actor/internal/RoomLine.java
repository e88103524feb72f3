package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for room in one mailbox, in the order in which they came; each needs one place.
 * So many are told to look as there is room for, and no more: where thousands wait, each of them
 * would look for every few places otherwise, and the one that makes room would have to wake them
 * all.
 *
 * <p>Design.
 *
 * <pre>
 *   state   OUT  ──▶ IN          it is about to sleep, and looks once more
 *           IN   ──▶ TOLD        whoever sees room; it is woken outside of the lock
 *           TOLD ──▶ IN          it found none, somebody was faster: it is the first again, and looks once more
 *           IN   ──▶ OUT         it goes on, or gives up
 *           TOLD ──▶ OUT         likewise; where it has taken no place, it tells the next one
 *
 * Invariants, under the lock
 *   I1  told is how many are TOLD.
 *   I2  Whoever sees room tells until as many are told as there are places, or nobody is left.
 *   I3  Whoever ceases to be told looks for room behind that.
 * </pre>
 *
 * Why nobody is forgotten. Who makes room, and finds as many told as there are places, has
 * published the room before it took the lock. Each of those told takes a place; or finds none, and
 * then somebody else has it, whose call is to be handled and makes room again; or gives up, and
 * looks behind the lock (I3): it sees that room, and tells the next one. Who comes into the line
 * while room is made looks once more behind that, see {@link Pressure}.
 *
 * <p>Any thread. Nothing takes memory, and to come in or to leave takes the same however long the
 * line is.
 */
final class RoomLine {
    private static final int OUT = 0;
    private static final int IN = 1;
    private static final int TOLD = 2;

    /** The place of one thread, which is in one line at most. */
    abstract static class Place {
        /** Written under the line's lock. */
        private volatile int state = OUT;

        // guarded by the line
        private @Nullable Place before;
        private @Nullable Place after;

        /** Has its thread look, if that sleeps. Any thread, under no lock. */
        abstract void wake();
    }

    // guarded by this
    private @Nullable Place first;
    private @Nullable Place last;
    private int waiting;
    private int told;

    private volatile boolean any;

    /** Whether somebody is in the line. A moment ago. */
    boolean isAny() {
        return any;
    }

    /** It comes in, as the last one, and is to look for room behind a full fence. */
    synchronized void enter(Place place) {
        if (place.state != OUT) {
            leave(place);
        }
        place.state = IN;
        place.before = last;
        if (last == null) {
            first = place;
        } else {
            last.after = place;
        }
        last = place;
        waiting++;
        any = true;
    }

    /**
     * It has found no room: if it had been told, it is in the line once more, and is to look again
     * behind a full fence; returns whether that is so.
     */
    boolean entersAgain(Place place) {
        return place.state == TOLD && isBackIn(place);
    }

    private synchronized boolean isBackIn(Place place) {
        if (place.state != TOLD) {
            return false;
        }
        told--;
        place.state = IN;
        place.after = first;
        if (first == null) {
            last = place;
        } else {
            first.before = place;
        }
        first = place;
        waiting++;
        any = true;
        return true;
    }

    /**
     * It waits no longer. Returns whether it had been told: if it takes no place then, it is to
     * tell the next one.
     */
    synchronized boolean leave(Place place) {
        boolean wasTold = place.state == TOLD;
        if (wasTold) {
            told--;
        } else if (place.state == IN) {
            takeOut(place);
        }
        place.state = OUT;
        return wasTold;
    }

    /**
     * There is so much room: tells the first one of it, unless as many have been told and have not
     * looked yet; returns whether it did.
     */
    boolean tell(long room) {
        Place next = null;
        boolean woken = false;
        try {
            next = call(room);
            if (next != null) {
                next.wake();
            }
            woken = true;
            return next != null;
        } finally {
            if (!woken && next != null) { // no stack, no memory: the next time; without a call
                synchronized (this) {
                    if (next.state == TOLD) {
                        told--;
                        next.state = IN;
                        next.after = first;
                        if (first == null) {
                            last = next;
                        } else {
                            first.before = next;
                        }
                        first = next;
                        waiting++;
                        any = true;
                    }
                }
            }
        }
    }

    /** Everybody who is here now is to look, room or not. */
    void tellAll() {
        for (int left = waiting(); left > 0 && tell(Long.MAX_VALUE); left--) {
            // and one more
        }
    }

    private synchronized int waiting() {
        return waiting;
    }

    private synchronized @Nullable Place call(long room) {
        Place next = first;
        if (next == null || told >= room) {
            return null;
        }
        takeOut(next);
        next.state = TOLD;
        told++;
        return next;
    }

    private void takeOut(Place place) {
        Place before = place.before;
        Place after = place.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        place.before = null;
        place.after = null;
        waiting--;
        any = first != null;
    }
}
