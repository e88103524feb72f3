package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * Who waits for room in a mailbox that is full: threads, and actors that rest meanwhile. Where
 * memory or the stack ends in here, nobody is forgotten: an actor is in the list or goes on.
 */
final class Pressure {
    /** The place of one in the list, which is made before that is touched, and is all it takes. */
    private static final class Resting {
        final Bounded actor;
        long number; // guarded by the pressure
        @Nullable Resting next;

        Resting(Bounded actor) {
            this.actor = actor;
        }
    }

    /** Threads, each of which needs one place. */
    final RoomLine threads = new RoomLine();

    // guarded by this
    private @Nullable Resting first;
    private @Nullable Resting last;

    /** The number of the one who came last: they count from one. Written under the lock. */
    private volatile long newest;

    private volatile boolean anyActor;

    /** Whether half of the mailbox was made room quickly, when last seen. Written by the runner. */
    private volatile boolean quick;

    /** Whether somebody waits. */
    boolean isAny() {
        return anyActor || threads.isAny();
    }

    /** Whether whoever comes to rest is to wait for much room. */
    boolean isQuick() {
        return quick;
    }

    /** The runner, again and again. */
    void quick(boolean is) {
        if (quick != is) {
            quick = is;
        }
    }

    void add(Bounded resting) {
        Resting place = new Resting(resting);
        synchronized (this) {
            if (last == null) {
                first = place;
            } else {
                last.next = place;
            }
            last = place;
            place.number = newest + 1;
            newest = place.number;
            anyActor = true;
        }
    }

    /** Who came last. Any thread, before it looks for room. */
    long newest() {
        return newest;
    }

    /** Whether it was still there. */
    boolean remove(Bounded resting) {
        return take(resting, Long.MAX_VALUE) != null;
    }

    /** There need not be room: all threads look again, and actors that rested go on. */
    void relieve() {
        threads.tellAll();
        relieveActors(newest);
    }

    /**
     * There is room: actors that rested go on, up to the one who was the newest before that was
     * seen. They do so outside of the lock: an executor may run them on the spot, and there, or on
     * other threads meanwhile, they may fill that room and come to rest again, which is a matter of
     * the next relief.
     *
     * <p>An actor goes on once: who takes it out of the list, under the lock, is the one to have it
     * go on. It looks for room behind its entry and a full fence, and who made room looks at {@link
     * #isAny} behind one (Dekker). If it finds room but not itself, it was taken out here, and is
     * resumed below: then it has let go of itself, as its runner does not touch it any more.
     */
    void relieveActors(long upTo) {
        while (goesOn(null, upTo)) {
            // and the next one
        }
    }

    /** This one goes on, if it rests here: whoever takes it out has it go on, as above. */
    void relieve(Bounded resting) {
        goesOn(resting, Long.MAX_VALUE);
    }

    /** That one goes on, or the first for null; whether it was there, and has come by then. */
    private boolean goesOn(@Nullable Bounded which, long upTo) {
        Resting next = null;
        boolean goes = false;
        try {
            next = take(which, upTo);
            if (next != null) {
                next.actor.goesOn();
            }
            goes = true;
            return next != null;
        } finally {
            if (!goes && next != null) { // it is to be relieved again; without a call
                synchronized (this) {
                    if (last == null) {
                        first = next;
                    } else {
                        last.next = next;
                    }
                    last = next;
                    anyActor = true;
                }
            }
        }
    }

    /**
     * Takes the place of that one out of the list, or the first for null; null if it is gone, or
     * has come behind that number.
     */
    private synchronized @Nullable Resting take(@Nullable Bounded which, long upTo) {
        Resting before = null;
        Resting at = first;
        while (at != null && which != null && at.actor != which) {
            before = at;
            at = at.next;
        }
        if (at == null || at.number > upTo) {
            return null;
        }
        if (before == null) {
            first = at.next;
        } else {
            before.next = at.next;
        }
        if (last == at) {
            last = before;
        }
        at.next = null;
        if (first == null) {
            anyActor = false;
        }
        return at;
    }
}
