package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/** What few actors have, made when it is first needed: an idle actor stays small. */
final class Rare {
    /** For whom it waits: until there is room, or for an answer. Written by its runner. */
    private volatile @Nullable Bounded waitsFor;

    /** What it waits for there, but for room. */
    private volatile @Nullable Awaited awaited;

    /** The answer to the call at hand, if it has one. The runner. */
    @Nullable Answer answering;

    /** With what its runner waits for a future that depends on answers in its mail. */
    volatile @Nullable Waiter joiner;

    /** Who waits for room here. Once set, it stays; guarded by this. */
    private volatile @Nullable Pressure pressure;

    /** Of threads that stream calls. Once set, they stay; guarded by the actor's lock. */
    volatile @Nullable CallLanes lanes;

    /** The runner; before it runs, who makes it. */
    @Nullable Life life;

    /**
     * For whom it waits, so that the other one cannot go on before it; null for nobody, and where
     * the answer comes from elsewhere.
     */
    @Nullable Bounded waitsFor() {
        Bounded other = waitsFor;
        Awaited what = awaited;
        boolean holdsUp = (what == null || !what.isOver()) && waitsFor == other; // of one wait
        return holdsUp ? other : null;
    }

    /** It waits for that, which that one is to do, or for room there; null: not any more. */
    void waitsFor(@Nullable Bounded other, @Nullable Awaited what) {
        awaited = what;
        waitsFor = other; // volatile: see WaitCycle
    }

    @Nullable Awaited awaited() {
        return awaited;
    }

    /** Whether it waits for anybody. */
    boolean isWaiting() {
        return waitsFor != null;
    }

    @Nullable Pressure pressureIfAny() {
        return pressure;
    }

    Pressure pressure() {
        Pressure now = pressure;
        if (now == null) {
            synchronized (this) {
                now = pressure;
                if (now == null) {
                    now = new Pressure();
                    pressure = now;
                }
            }
        }
        return now;
    }
}
