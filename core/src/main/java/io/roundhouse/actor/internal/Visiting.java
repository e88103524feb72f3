package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.dispatch.internal.Worker;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.WaitInterruptedException;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for the answer of an actor that is idle runs it on the spot: a visit. For generated
 * code.
 *
 * <p>A visitor claims the actor as a worker would, makes the call, and lets the actor go without a
 * look at its mail: who brings mail meanwhile has a worker look (see {@link Task}). From before the
 * claim until the call has ended it says whom it visits ({@link Caller#visited}), so that nobody
 * takes the house for quiet.
 */
public final class Visiting {
    /** What shows an interrupt again behind a visit is called in so many frames, at most. */
    private static final int FRAMES_TO_INTERRUPT = 24;

    private Visiting() {}

    // ---- a visit begins

    /**
     * The object of this actor if the caller may run it now, and has it; null if not. It is idle,
     * and has no mail.
     */
    public static @Nullable Object runsHere(Actor actor, Caller me, int method) {
        return Thread.currentThread().isInterrupted()
                ? runsThoughInterrupted(actor, me, method)
                : runsNow(actor, me, method);
    }

    private static @Nullable Object runsNow(Actor actor, Caller me, int method) {
        return me.visits == 0 && me.running == null
                ? runsFromOutside(actor, me)
                : runs(actor, me, method);
    }

    /**
     * The caller was interrupted before: the object does not see that, as on a thread of its own,
     * and the caller sees it again behind the visit. Not at the end of the house, where it is meant
     * for whatever runs.
     *
     * <p>It is hidden only where there is stack enough to show it again: that is tried first, when
     * it changes nothing.
     */
    private static @Nullable Object runsThoughInterrupted(Actor actor, Caller me, int method) {
        if (me.isHurried()) {
            return null;
        }
        StackRoom.needs(FRAMES_TO_INTERRUPT);
        Thread.currentThread().interrupt(); // as it is already
        int depth = me.depth();
        Object target = null;
        try {
            Thread.interrupted();
            target = runsNow(actor, me, method);
        } finally {
            if (target == null) {
                Thread.currentThread().interrupt();
            }
        }
        if (target != null) {
            me.interrupted |= 1 << depth;
            me.visits |= Caller.LEAVES_MORE_TO_DO;
        }
        return target;
    }

    /** What {@link #runsThoughInterrupted} has hidden of the visit that has just ended. */
    private static void showInterrupt(Caller me) {
        int ended = -1 << me.depth(); // those within it, too: there may have been no stack
        if ((me.interrupted & ended) != 0) {
            Thread.currentThread().interrupt();
            me.interrupted &= ~ended;
        }
    }

    /**
     * For a thread that runs nothing: one compare-and-set, and as few looks as can be. Where the
     * era is the same before and behind that, there was no soloist between, and the visit stands.
     */
    private static @Nullable Object runsFromOutside(Actor actor, Caller me) {
        Dispatching dispatching = actor.dispatching();
        int era = dispatching.era();
        if (!Dispatching.isOpen(era) || !actor.isIdle()) {
            return null;
        }
        me.visited = actor; // before the visit, which fences: see Outsiders
        boolean mine = false;
        try {
            mine = actor.visit(me.number);
        } finally {
            if (!mine) {
                me.visited = null;
            }
        }
        if (!mine) {
            return null;
        }
        Object target; // from the visit on to what ends it, nothing is called outside of a try
        try {
            target = actor.hasNothing() && dispatching.era() == era ? actor.target() : null;
            if (target == null) {
                target = isToStand(actor, me) ? actor.target() : null;
            }
            if (target == null) {
                me.visited = null;
                return null;
            }
        } catch (StackOverflowError e) {
            me.visited = null; // first: there may be no stack to take it back
            me.visits |= Caller.LEAVES_MORE_TO_DO;
            me.untold = actor;
            if (actor.state == me.number && dispatching.era == era) { // it stands: no call for that
                actor.state = Task.IDLE;
            } else {
                actor.takeBackVisit(me.number);
            }
            throw e;
        }
        me.visits = 1;
        me.running = actor;
        return target;
    }

    /** Likewise, whatever the caller runs. */
    private static @Nullable Object runs(Actor actor, Caller me, int method) {
        Dispatching dispatching = actor.dispatching();
        int era = dispatching.era(); // before it is open, for who is no worker
        if (!dispatching.mayVisit(me) || me.depth() >= Caller.MOST_VISITS) {
            return null;
        }
        if (me.untold != null) {
            me.tell(); // there is room for one only
        }
        Worker worker = me.worker;
        if (worker != null) {
            worker.keepOrder(actor);
        }
        me.looksFirst();
        int depth = me.depth();
        Task before = me.running;
        if (depth == 0) { // likewise
            me.visited = actor;
        } else {
            me.visitedWithin[depth] = actor;
        }
        boolean mine = false;
        Object target = null; // likewise: hence not a method for both
        try {
            mine = actor.visit(me.number);
            target = mine && isToStand(actor, me) ? actor.target() : null;
        } catch (StackOverflowError e) {
            if (mine) {
                me.visits |= Caller.LEAVES_MORE_TO_DO;
                me.untold = actor;
                if (actor.state == me.number && (worker != null || dispatching.era == era)) {
                    actor.state = Task.IDLE; // likewise: a worker at work is beside no soloist
                } else {
                    actor.takeBackVisit(me.number);
                }
            }
            throw e;
        } finally {
            if (target == null && depth == 0) {
                me.visited = null;
            } else if (target == null) {
                me.visitedWithin[depth] = null;
            }
        }
        if (target == null) {
            return null;
        }
        if (before != null) {
            me.visitors[depth] = before;
            me.methodsVisited[depth] = method;
        }
        me.visits++;
        me.running = actor;
        return target;
    }

    /** Whether the visit that has begun is to go on; if not, it is taken back. */
    private static boolean isToStand(Actor actor, Caller me) {
        Dispatching dispatching = actor.dispatching();
        if (actor.hasMail()
                || actor.target() == null
                || actor.isStopped()
                || !dispatching.mayVisit(me)
                || !actor.isVisitedBy(me.number)
                || isClosedFor(actor, me)) {
            actor.takeBackVisit(me.number);
            if (actor.hasMail()) {
                dispatching.mailed(actor, me);
            }
            return false;
        }
        return true;
    }

    private static boolean isClosedFor(Actor actor, Caller me) {
        return actor.kind.house().isClosing() && !actor.isOfSameHouse(me);
    }

    // ---- a visit ends

    /**
     * What {@link #runsHere} allowed has been done; returns the answer if it comes later all the
     * same.
     */
    public static @Nullable Answer ranHere(Actor actor, Caller me, @Nullable Task before) {
        if (before != null || me.visits != 1) {
            return ran(actor, me, before);
        }
        me.visits = 0; // and no call, see ran
        me.running = null;
        try { // what it did before is seen by who sees that it has done
            VarHandle.releaseFence();
        } catch (Throwable e) { // no stack for that: a store all the same
        }
        me.visited = null;
        letGo(actor, me);
        return null;
    }

    /**
     * Who gets rid of mail at the end leaves it to us, or we see that there is an end: there are no
     * visits then. The fence that this takes is theirs.
     */
    private static void letGo(Actor actor, Caller me) {
        actor.endVisit();
        Dispatching dispatching = actor.dispatching();
        if (!dispatching.isOpen() && actor.kind.house().isClosing()) {
            dispatching.mailed(actor, me);
        }
        if (dispatching.isAwaited()) {
            actor.kind.house().visitEnds();
        }
    }

    /** Likewise, whatever the caller runs, and whatever was left to do. */
    private static @Nullable Answer ran(Actor actor, Caller me, @Nullable Task before) {
        Answer later = actor.answering();
        if (later != null) {
            actor.answering(null);
        }
        me.visits--; // and no call: who ends it where there is no stack sees both or none
        me.running = before;
        int depth = me.visits & Caller.DEPTH;
        if (before != null) {
            me.visitors[depth] = null;
        }
        try { // likewise
            VarHandle.releaseFence();
        } catch (Throwable e) { // likewise
        }
        if (depth == 0) {
            me.visited = null;
        } else {
            me.visitedWithin[depth] = null;
        }
        try {
            letGo(actor, me);
            if (actor.isStopped()) { // there may have been no stack to say so
                actor.dispatching().mailed(actor, me);
            }
        } finally {
            if (me.interrupted != 0) {
                showInterrupt(me);
            }
        }
        if (before == null) {
            if (me.untold == null && me.worker == null) { // a worker looks when its turn has ended
                me.visits &= ~Caller.LEAVES_MORE_TO_DO;
            }
            if (me.pressed != null) {
                restAfterVisit(me);
            }
        }
        return later;
    }

    /** A thread that is no actor has sent too much as one that it visited: it waits for room. */
    private static void restAfterVisit(Caller me) {
        Actor where = (Actor) me.pressed;
        me.pressed = null;
        try {
            if (where != null) {
                where.awaitRoomForOthers(me);
            }
        } catch (WaitInterruptedException e) {
            // the call has been made; the flag stays set
        }
    }

    /**
     * Likewise, and it threw; returns the answer if that had been given before, and stands: its
     * caller is not told then.
     */
    public static @Nullable Answer threwHere(
            Actor actor,
            Caller me,
            @Nullable Task before,
            Throwable thrown,
            int method,
            @Nullable Object[] arguments) {
        Answer later;
        boolean stands = false;
        try {
            try {
                if (thrown instanceof Error) {
                    Life.endsBy(actor, thrown);
                }
            } finally { // see Actor.failed
                Answer given = actor.answering();
                stands = given != null && !given.arrive(null, thrown);
            }
            if (stands) {
                actor.tellsOfFailure(thrown, method, arguments);
            }
        } finally {
            later = ranHere(actor, me, before);
        }
        return stands ? later : null;
    }
}
