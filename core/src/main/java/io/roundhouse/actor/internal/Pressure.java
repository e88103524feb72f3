package io.roundhouse.actor.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who waits for room in a mailbox that is full: threads, and actors that rest meanwhile. */
final class Pressure {
    // guarded by this
    private final List<Runnable> threads = new ArrayList<>();
    private final ArrayDeque<Bounded> actors = new ArrayDeque<>();

    private volatile boolean any;

    /** Whether half of the mailbox was made room quickly, when last seen. Written by the runner. */
    private volatile boolean quick;

    private volatile boolean anyThread;

    /** Whether somebody waits. */
    boolean isAny() {
        return any;
    }

    /** Whether a thread waits. */
    boolean isAnyThread() {
        return anyThread;
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

    /** Has that run where there is room, under a lock: it wakes a thread. */
    synchronized void add(Runnable thread) {
        threads.add(thread);
        anyThread = true;
        any = true;
    }

    synchronized void remove(Runnable thread) {
        threads.remove(thread);
        anyThread = !threads.isEmpty();
        any = !threads.isEmpty() || !actors.isEmpty();
    }

    synchronized void add(Bounded resting) {
        actors.add(resting);
        any = true;
    }

    /** Whether it was still there. */
    synchronized boolean remove(Bounded resting) {
        boolean was = actors.remove(resting);
        any = !threads.isEmpty() || !actors.isEmpty();
        return was;
    }

    /**
     * There is room: threads look again, and actors that rested go on. They do so outside of the
     * lock: an executor may run them on the spot, and there they may come to rest again, which is a
     * matter of the next relief.
     *
     * <p>An actor goes on once: who takes it out of the list, under the lock, is the one to have it
     * go on. It looks for room behind its entry and a full fence, and who made room looks at {@link
     * #isAny} behind one (Dekker). If it finds room but not itself, it was taken out here, and is
     * resumed below: then it has let go of itself, as its runner does not touch it any more.
     */
    void relieve() {
        for (int resting = wakeThreads(); resting > 0; resting--) {
            Bounded next = takeResting();
            if (next == null) {
                return;
            }
            goesOn(next);
        }
    }

    /** This one goes on, if it rests here: whoever takes it out has it go on, as above. */
    void relieve(Bounded resting) {
        if (remove(resting)) {
            goesOn(resting);
        }
    }

    private void goesOn(Bounded next) {
        boolean goes = false;
        try {
            next.goesOn();
            goes = true;
        } finally {
            if (!goes) { // no stack: it is to be relieved again
                add(next);
            }
        }
    }

    /** There is some room: threads look again. Returns how many actors rest. */
    synchronized int wakeThreads() {
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).run();
        }
        return actors.size();
    }

    private synchronized @Nullable Bounded takeResting() {
        Bounded first = actors.poll();
        any = !threads.isEmpty() || !actors.isEmpty();
        return first;
    }
}
