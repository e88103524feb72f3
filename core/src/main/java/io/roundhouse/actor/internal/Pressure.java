package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;

/** Who waits for room in a mailbox that is full: threads, and actors that rest meanwhile. */
final class Pressure {
    // guarded by this
    private final List<Waiter> threads = new ArrayList<>();
    private final List<Actor> actors = new ArrayList<>();

    private volatile boolean any;

    /** Whether somebody waits. */
    boolean isAny() {
        return any;
    }

    synchronized void add(Waiter thread) {
        threads.add(thread);
        any = true;
    }

    synchronized void remove(Waiter thread) {
        threads.remove(thread);
        any = !threads.isEmpty() || !actors.isEmpty();
    }

    synchronized void add(Actor resting) {
        actors.add(resting);
        any = true;
    }

    /** Whether it was still there. */
    synchronized boolean remove(Actor resting) {
        boolean was = actors.remove(resting);
        any = !threads.isEmpty() || !actors.isEmpty();
        return was;
    }

    /** There is room: threads look again, and actors that rested go on. */
    synchronized void relieve() {
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).wake();
        }
        for (int i = 0; i < actors.size(); i++) {
            actors.get(i).goesOn();
        }
        actors.clear();
        any = !threads.isEmpty();
    }
}
