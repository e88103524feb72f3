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
    private int resting;

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
            this.resting++;
            anyActor = true;
        }
    }

    /** Whether it was still there. */
    boolean remove(Bounded resting) {
        return take(resting) != null;
    }

    /** There need not be room: all threads look again, and actors that rested go on. */
    void relieve() {
        threads.tellAll();
        relieveActors();
    }

    /**
     * There is room: actors that rested go on. They do so outside of the lock: an executor may run
     * them on the spot, and there they may come to rest again, which is a matter of the next
     * relief.
     *
     * <p>An actor goes on once: who takes it out of the list, under the lock, is the one to have it
     * go on. It looks for room behind its entry and a full fence, and who made room looks at {@link
     * #isAny} behind one (Dekker). If it finds room but not itself, it was taken out here, and is
     * resumed below: then it has let go of itself, as its runner does not touch it any more.
     */
    void relieveActors() {
        for (int left = resting(); left > 0; left--) {
            if (!goesOn(null)) {
                return;
            }
        }
    }

    /** This one goes on, if it rests here: whoever takes it out has it go on, as above. */
    void relieve(Bounded resting) {
        goesOn(resting);
    }

    /** That one goes on, or the first for null; whether it was there. */
    private boolean goesOn(@Nullable Bounded which) {
        Resting next = null;
        boolean goes = false;
        try {
            next = take(which);
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
                    resting++;
                    anyActor = true;
                }
            }
        }
    }

    private synchronized int resting() {
        return resting;
    }

    /** Takes the place of that one out of the list, or the first for null; null if it is gone. */
    private synchronized @Nullable Resting take(@Nullable Bounded which) {
        Resting before = null;
        Resting at = first;
        while (at != null && which != null && at.actor != which) {
            before = at;
            at = at.next;
        }
        if (at == null) {
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
        resting--;
        if (first == null) {
            anyActor = false;
        }
        return at;
    }
}
