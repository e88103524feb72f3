package io.roundhouse.actor.internal;

import io.roundhouse.actor.AskCycleException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.NoRoomToHelp;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.internal.Attempt;
import io.roundhouse.waiting.internal.InScope;
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
 * <p>Who waits for the answer of an actor that is idle runs it on the spot: {@link Visiting}.
 */
public final class Asking {
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
            } catch (RuntimeException | Error e) { // it waits no longer, whatever ends that
                answer.withdrawOrSettle();
                if (answer.neverBegins() || !answer.isDone()) { // else it is told, or is there
                    throwIfOfScope(me, e);
                    throw e;
                }
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

    /** Likewise, if that is what its wait has ended by. */
    static void throwIfOfScope(Caller me, Throwable thrown) {
        if (thrown instanceof WaitInterruptedException) {
            throwIfOfScope(me);
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
        Said before = null;
        Runnable forgets = Awaited.NOBODY_WAITS;
        try {
            before = new Said(asker, null);
            asker.waitsFor(asked, awaited, timed);
            Actor visited = asker; // whoever runs the asker on the spot waits for it
            for (int i = me.depth() - 1; i >= 0 && me.visitor(i) instanceof Actor visitor; i--) {
                before = new Said(visitor, before);
                int method = visited.isVisited() ? me.visitedBy(i) : before.methodOf(visited);
                visitor.waitsFor(visited, before.endOfVisit(method)); // no time ends that
                visited = visitor;
            }
            do {
                relieves(me, asker);
                forgets.run(); // what it waited for may come of others by now
                forgets = awaited.tellsOfMore(asker, me.waiter());
                checkNoCycle(asker, awaited, answer);
                if (!asked.dispatching().hasRoomToHelp(me)) {
                    refuse(asker, answer, isThere, "too many calls wait on one stack");
                } else if (!asker.dispatching().blocks(me)) {
                    refuse(asker, answer, isThere, "too many workers wait in calls");
                }
                try {
                    wait.run();
                } catch (NoRoomToHelp e) {
                    refuse(asker, answer, isThere, String.valueOf(e.getMessage()));
                }
            } while (asker.looksAgain());
        } finally {
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

    /**
     * The call is withdrawn, or its answer is not waited for; unless what is waited for has come
     * meanwhile.
     *
     * @param crowd who waits already where one more may not
     */
    private static void refuse(Actor asker, Answer answer, BooleanSupplier isThere, String crowd) {
        if (isThere.getAsBoolean() || (!answer.withdraw() && isThere.getAsBoolean())) {
            return;
        }
        throw new IllegalStateException(
                "actor "
                        + asker
                        + " cannot wait for "
                        + answer.asked()
                        + ": "
                        + crowd
                        + " already; asks so deep belong on actors of virtual()");
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

        /** Whether it waited for a time only: what runs on top of it does not end by that. */
        private final boolean timed;

        private final @Nullable Said next;

        Said(Actor actor, @Nullable Said next) {
            this.actor = actor;
            this.timed = actor.waitsForATime();
            this.other = actor.saidToWaitFor();
            this.awaited = actor.awaited();
            this.next = next;
        }

        /** What is awaited of that one, which is not visited, but has a turn meanwhile. */
        int methodOf(Actor run) {
            Awaited what = other == run ? awaited : run.answering();
            return what == null ? Awaited.NO_METHOD : what.method();
        }

        /** What it waits for while another one runs on top of it. */
        Awaited endOfVisit(int method) {
            return awaited instanceof Awaited.EndOfVisit below
                    ? new Awaited.EndOfVisit(method, below.asked(), below.itself())
                    : new Awaited.EndOfVisit(method, other, awaited);
        }

        void isSoAgain() {
            if (other == null || awaited == null) {
                actor.waitsNoLonger();
            } else {
                actor.waitsAgainFor(other, awaited, timed);
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
                                    + "."
                                    + actor.kind.protocol().methodName(answer.method())
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

    /**
     * Whether it is there. Only the JDK's own class and ours are asked: other futures may refuse to
     * tell, as what {@link CompletableFuture#completedStage} gives does; these count as to come.
     */
    static boolean isDone(CompletionStage<?> stage) {
        return (stage instanceof HomeFuture<?> || stage.getClass() == CompletableFuture.class)
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
