package io.roundhouse.channel;

import org.jspecify.annotations.Nullable;

/**
 * Those who wait at one end of a channel, in the order in which they came. Guarded by the channel's
 * lock, but for {@link #waiting} and {@link #underway}, which are written under the lock and read
 * without.
 *
 * <p>At a rendezvous, who comes meets the first of the other line. At a channel that stores, who
 * waits is <em>called</em> to look again, one at a time: while one is underway nobody else is, and
 * that one calls the next if there is more. So a batch costs one call by whoever sent it.
 */
final class WaitLine {
    private @Nullable Place head;
    private @Nullable Place tail;
    private int count;
    private volatile int waiting; // the same
    private volatile boolean underway;

    // ---- under the lock

    void add(Place place) {
        place.inLine = true;
        if (place.first && head != null) {
            place.after = head;
            head.before = place;
            head = place;
        } else {
            place.before = tail;
            if (tail == null) {
                head = place;
            } else {
                tail.after = place;
            }
            tail = place;
        }
        place.first = false;
        waiting = ++count;
    }

    boolean isEmpty() {
        return head == null;
    }

    @Nullable Place removeFirst() {
        Place place = head;
        if (place != null) {
            remove(place);
        }
        return place;
    }

    /** Takes it out, wherever in the line it is. */
    void remove(Place place) {
        Place before = place.before;
        Place after = place.after;
        if (before == null) {
            head = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.before = before;
        }
        place.before = null;
        place.after = null;
        place.inLine = false;
        waiting = --count;
    }

    /** Takes out the first who still waits, and makes it look again; null if there is none. */
    @Nullable Party call() {
        if (underway) {
            return null;
        }
        for (Place place = removeFirst(); place != null; place = removeFirst()) {
            place.called = true;
            if (place.party.meet(Party.LOOK_AGAIN)) {
                underway = true;
                return place.party;
            }
            place.called = false; // it has been met elsewhere, and comes to leave
        }
        return null;
    }

    /** The party of a place is there again. */
    void leave(Place place) {
        if (place.inLine) {
            remove(place);
        } else if (place.called) {
            place.called = false;
            place.first = true;
            underway = false;
        }
    }

    // ---- any thread

    int waiting() {
        return waiting;
    }

    /** Whether there is somebody to be called. */
    boolean wantsCall() {
        return waiting != 0 && !underway;
    }
}
