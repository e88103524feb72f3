package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/** What few actors have, made when it is first needed: an idle actor stays small. */
public final class Rare {
    /**
     * For whom it waits: until there is room, or for an answer. Written by its runner, and by who
     * has it go on.
     */
    private volatile @Nullable Bounded waitsFor;

    /** What it waits for there; set before that one and null after it. */
    private volatile @Nullable Awaited awaited;

    /** Whether it waits for a time only; likewise. */
    private volatile boolean timed;

    /**
     * Whether it waits again for what it had ceased to say meanwhile, or for more than it knew
     * then. Any thread; the runner takes it back before it looks.
     */
    private volatile boolean isToLookAgain;

    /** The answer to the call at hand, if it has one. The runner; for generated code. */
    public @Nullable Answer answering;

    /** With what its runner waits for a future that depends on answers in its mail. */
    volatile @Nullable Waiter joiner;

    /** Who waits for room here. Once set, it stays; guarded by this. */
    private volatile @Nullable Pressure pressure;

    /** Of threads that stream calls. Once set, they stay; guarded by the actor's lock. */
    private volatile @Nullable CallLanes lanes;

    /**
     * The first of them, for the thread whose it is; others may not see it yet. Published by a
     * race: what is looked at of it then is final.
     */
    private @Nullable CallLane firstLane;

    /** The runner; before it runs, who makes it. */
    @Nullable Life life;

    Rare() {}

    @Nullable CallLanes lanes() {
        return lanes;
    }

    /** See there. */
    @Nullable CallLane firstLane() {
        return firstLane;
    }

    /** Has these lanes, or has others among them. The actor's lock is held. */
    void hasLanes(CallLanes now) {
        lanes = now;
        firstLane = now.first();
    }

    /**
     * For whom it waits, so that the other one cannot go on before it; null for nobody, and where
     * the answer comes from elsewhere.
     */
    @Nullable Bounded waitsFor() {
        Bounded other = waitsFor;
        Awaited what = awaited;
        if (other == null || what == null || what.isOver()) {
            return null;
        }
        return waitsFor == other && awaited == what ? what.whom(other) : null; // of one wait
    }

    /** It waits for that, which that one is to do; for a time only, or until it is done. */
    void waitsFor(Bounded other, Awaited what, boolean forATime) {
        waitsFor = null; // nobody sees one with what is awaited of another one
        timed = forATime;
        awaited = what;
        waitsFor = other; // volatile: see WaitCycle
    }

    /** It waits no longer. */
    void waitsNoLonger() {
        waitsFor = null;
        awaited = null;
    }

    /** Likewise, as before, and is to look whether it may. */
    void waitsAgainFor(Bounded other, Awaited what, boolean forATime) {
        waitsFor(other, what, forATime);
        isToLookAgain = true;
    }

    /** It may wait for more than it knows, if it waits: it is to look. Any thread. */
    void awaitsMore() {
        isToLookAgain = true;
    }

    /** For whom it said that it waits, whatever has come of it. The runner. */
    @Nullable Bounded saidToWaitFor() {
        return waitsFor;
    }

    /** Whether it is to look again. The runner. */
    boolean isToLookAgain() {
        return isToLookAgain;
    }

    /** Likewise, and need not any more. The runner. */
    boolean looksAgain() {
        boolean was = isToLookAgain;
        isToLookAgain = false;
        return was;
    }

    /** Whether its wait, if it waits, comes to an end by time. */
    boolean waitsForATime() {
        return timed;
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
