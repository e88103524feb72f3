package io.roundhouse.actor.internal;

import io.roundhouse.actor.AskCycleException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.dispatch.internal.Worker;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.internal.Attempt;
import io.roundhouse.waiting.internal.InScope;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that have an answer: how they are made, waited for and answered. For generated code.
 *
 * <p>Who waits for the answer of an actor that is idle runs it on the spot: a visit. It claims the
 * actor as a worker would, makes the call, and lets the actor go without a look at its mail: who
 * brings mail meanwhile has a worker look (see {@link Task}).
 */
public final class Asking {
    /** What shows an interrupt again behind a visit is called in so many frames, at most. */
    private static final int FRAMES_TO_INTERRUPT = 24;

    private Asking() {}

    // ---- who asks

    /** The answer to a call whose caller goes on. */
    public static Answer later(Actor actor, Caller me, int method) {
        return new Answer(actor, method, me.running instanceof Actor asker ? asker : null);
    }

    /** The answer to a call whose caller waits. */
    public static Answer now(Actor actor, int method) {
        return new Answer(actor, method, null);
    }

    /** The answer to the call that is about to be sent, if a select has it already. */
    public static @Nullable Answer repeated(Caller me) {
        return me.isTried() ? (Answer) Attempt.answered() : null;
    }

    /** Waits for the answer; throws what the call threw. */
    public static @Nullable Object await(Actor actor, Caller me, Answer answer) {
        if (!answer.isDone()) {
            Attempt attempt = me.tries();
            if (attempt != null) {
                throw attempt.asked(answer);
            }
            try {
                waitIn(
                        actor,
                        me,
                        answer,
                        answer,
                        false,
                        answer::isDone,
                        () -> answer.awaitArrival(me));
            } catch (WaitInterruptedException e) {
                throwIfOfScope(me);
                throw e;
            }
        }
        return answer.here();
    }

    /** A thread that is no actor and was interrupted by a scope that it has opened is told why. */
    static void throwIfOfScope(Caller me) {
        if (me.running == null) {
            InScope.throwIfItInterrupted();
        }
    }

    /**
     * An actor that waits says for whom and for what, and has others run meanwhile.
     *
     * @param timed whether it goes on when a time is over: then it closes no circle
     * @param isThere whether that for which it waits is there: not only the answer, where it waits
     *     for what comes of several
     */
    static void waitIn(
            Actor asked,
            Caller me,
            Awaited awaited,
            Answer answer,
            boolean timed,
            BooleanSupplier isThere,
            Runnable wait) {
        checkIsMade(asked, answer);
        Actor asker = me.running instanceof Actor running ? running : null;
        if (asker == null) {
            wait.run();
            return;
        }
        boolean timedBefore = asker.waitsForATime(timed);
        Said before = null;
        Runnable forgets = Awaited.NOBODY_WAITS;
        try {
            before = new Said(asker, null);
            asker.waitsFor(asked, awaited);
            Actor visited = asker; // whoever runs the asker on the spot waits for it
            for (int i = me.depth() - 1; i >= 0 && me.visitor(i) instanceof Actor visitor; i--) {
                before = new Said(visitor, before);
                int method =
                        visited.isVisited() ? me.visitedBy(i) : before.methodAwaitedOf(visited);
                visitor.waitsFor(visited, new Awaited.EndOfVisit(method));
                visited = visitor;
            }
            do {
                relieves(me, asker);
                forgets.run(); // what it waited for may come of others by now
                forgets = awaited.tellsOfMore(asker, me.waiter());
                checkNoCycle(asker, awaited, answer);
                if (!asker.dispatching().blocks(me)) {
                    refuse(asker, answer, isThere);
                }
                wait.run();
            } while (asker.looksAgain());
        } finally {
            asker.waitsForATime(timedBefore);
            for (Said each = before; each != null; each = each.next) {
                each.isSoAgain();
            }
            forgets.run();
        }
    }

    /** Who waits for it now would wait for itself; the call is withdrawn. */
    static void checkIsMade(Actor asked, Answer answer) {
        if (asked.isMadeHere()) {
            answer.withdraw();
            throw new AskCycleException(
                    "actor "
                            + asked
                            + " is asked while its object is made, by the same thread, and handles"
                            + " calls only after that: ask it later, or from its started()");
        }
    }

    private static void checkNoCycle(Actor asker, Awaited awaited, Answer answer) {
        List<WaitCycle.Edge> circle =
                WaitCycle.standing(() -> WaitCycle.closedForGoodBy(asker), answer);
        if (!circle.isEmpty()) {
            throw new AskCycleException(
                    (awaited instanceof Meeting
                                    ? "actors wait for each other to take a call: "
                                    : "actors wait for each other's answers: ")
                            + WaitCycle.inWords(circle));
        }
    }

    /** Its thread would be missed: the call is withdrawn, or its answer is not waited for. */
    private static void refuse(Actor asker, Answer answer, BooleanSupplier isThere) {
        if (!isThere.getAsBoolean()) {
            answer.withdraw();
            throw new IllegalStateException(
                    "actor "
                            + asker
                            + " cannot wait for "
                            + answer.asked()
                            + ": too many workers wait in calls already; asks so deep belong on virtual threads");
        }
    }

    /**
     * For whom an actor said that it waits when it began to wait for somebody else on top of that:
     * in what was attached to an answer that came, or below another one that it runs on the spot.
     * Others who looked meanwhile did not see that, so when it is so again it looks itself.
     */
    private static final class Said {
        private final Actor actor;
        private final @Nullable Bounded other;
        private final @Nullable Awaited awaited;
        private final @Nullable Said next;

        Said(Actor actor, @Nullable Said next) {
            this.actor = actor;
            this.other = actor.saidToWaitFor();
            this.awaited = actor.awaited();
            this.next = next;
        }

        /** Where that one is not visited, but has a turn while this one waits, as a rule for it. */
        int methodAwaitedOf(Actor run) {
            return other == run && awaited != null ? awaited.method() : Awaited.NO_METHOD;
        }

        void isSoAgain() {
            if (other == null || awaited == null) {
                actor.waitsNoLonger();
            } else {
                actor.waitsAgainFor(other, awaited);
            }
        }
    }

    /** Likewise: whoever rests until they have more room has to do with what there is. */
    private static void relieves(Caller me, Actor asker) {
        asker.relieves();
        for (int i = me.depth() - 1; i >= 0 && me.visitor(i) instanceof Actor visitor; i--) {
            visitor.relieves();
        }
    }

    // ---- visits

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
            actor.takeBackVisit(me.number);
            throw e;
        }
        me.visits = 1;
        me.running = actor;
        return target;
    }

    /** Likewise, whatever the caller runs. */
    private static @Nullable Object runs(Actor actor, Caller me, int method) {
        Dispatching dispatching = actor.dispatching();
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
                actor.takeBackVisit(me.number);
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

    /**
     * What {@link #runsHere} allowed has been done; returns the answer if it comes later all the
     * same.
     */
    public static @Nullable Answer ranHere(Actor actor, Caller me, @Nullable Task before) {
        if (before != null || me.visits != 1) {
            return ran(actor, me, before);
        }
        me.visits = 0;
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
        me.visits--;
        if (before != null) {
            me.visitors[me.depth()] = null;
        }
        me.running = before;
        int depth = me.visits & Caller.DEPTH;
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
                where.awaitRoom(me);
            }
        } catch (WaitInterruptedException e) {
            // the call has been made; the flag stays set
        }
    }

    /** Likewise, and it threw. */
    public static void threwHere(Actor actor, Caller me, @Nullable Task before, Throwable thrown) {
        Answer later;
        try {
            if (thrown instanceof Error) {
                actor.stop();
            }
        } finally {
            later = ranHere(actor, me, before);
        }
        if (later != null) {
            later.arrive(null, thrown);
        }
    }

    // ---- who answers

    /** The call is about to be handled; returns whether it is to be. */
    public static boolean begins(Actor actor, Answer answer) {
        if (!answer.begins()) {
            return false;
        }
        try {
            actor.answering(answer);
            return true;
        } catch (OutOfMemoryError e) { // nobody else would tell who waits
            answer.arrive(null, e);
            return false;
        }
    }

    /** The call has returned this. */
    public static void answers(Actor actor, Answer answer, @Nullable Object value) {
        actor.answering(null);
        if (!answer.isPromised()) {
            answer.arrive(value, null);
        }
    }

    /** The call has returned a stage or future. */
    public static void answersLater(Actor actor, Answer answer, @Nullable Object returned) {
        actor.answering(null);
        if (answer.isPromised()) {
            return;
        }
        if (returned instanceof CompletionStage<?> stage) {
            boolean isOwed = !isDone(stage);
            if (isOwed) {
                if (stage instanceof Coming<?> coming) {
                    answer.promises(coming);
                }
                actor.life().owes(answer);
            }
            var _ = stage.whenComplete((value, thrown) -> answer.arrive(value, unwrapped(thrown)));
            if (isOwed) {
                answer.tellsOfWhatIsKnown();
            }
        } else if (returned instanceof Future<?> future) {
            if (!future.isDone()) {
                actor.life().owes(answer);
                awaitElsewhere(actor, answer, future);
            } else {
                arriveFrom(future, answer);
            }
        } else {
            answer.arrive(
                    null,
                    new IllegalStateException(
                            actor
                                    + " returned null; an answer that comes later is a CompletionStage or a Future"));
        }
    }

    /** It does not say when it is done: somebody waits for it, or for the actor's end. */
    private static void awaitElsewhere(Actor actor, Answer answer, Future<?> future) {
        Thread waits =
                Thread.ofVirtual()
                        .name(actor + "-waits-for-a-future")
                        .unstarted(() -> awaitHere(answer, future));
        var _ = answer.whenComplete((_, _) -> interruptFromOutside(waits));
        waits.start();
    }

    /** It runs what is attached to the answer itself, which nobody has interrupted. */
    private static void interruptFromOutside(Thread waits) {
        if (Thread.currentThread() != waits) {
            waits.interrupt();
        }
    }

    private static void awaitHere(Answer answer, Future<?> future) {
        try {
            answer.arrive(future.get(), null);
        } catch (ExecutionException e) {
            answer.arrive(null, e.getCause());
        } catch (CancellationException e) {
            answer.arrive(null, cancelled());
        } catch (InterruptedException | RuntimeException | Error e) {
            answer.arrive(null, e); // where it is there already, it is no longer owed
        }
    }

    /** From a future that is done; whether the thread is interrupted does not matter. */
    private static void arriveFrom(Future<?> done, Answer answer) {
        try {
            switch (done.state()) {
                case SUCCESS -> answer.arrive(done.resultNow(), null);
                case FAILED -> answer.arrive(null, done.exceptionNow());
                default -> answer.arrive(null, cancelled());
            }
        } catch (RuntimeException | Error e) {
            answer.arrive(null, e);
        }
    }

    private static CancellationException cancelled() {
        return new CancellationException("the answer was cancelled");
    }

    /** Not asked of its subclasses, which may refuse to tell. */
    private static boolean isDone(CompletionStage<?> stage) {
        return stage.getClass() == CompletableFuture.class
                && ((CompletableFuture<?>) stage).isDone();
    }

    /** The answer to the call at hand, that is to come later. */
    static Answer atHand(Actor actor) {
        Answer answer = actor.answering();
        if (answer == null && actor.isVisited()) {
            answer = now(actor, Awaited.NO_METHOD); // it is promised, and holds nobody up
            Caller.current().visits |= Caller.LEAVES_MORE_TO_DO; // first: the stack may end here
            begins(actor, answer);
        }
        if (answer == null || answer.isPromised()) {
            throw new IllegalStateException(
                    answer == null
                            ? "nobody waits for an answer to the call that " + actor + " handles"
                            : "the answer to this call has been taken already");
        }
        return answer;
    }

    static @Nullable Throwable unwrapped(@Nullable Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null
                ? thrown.getCause()
                : thrown;
    }
}
