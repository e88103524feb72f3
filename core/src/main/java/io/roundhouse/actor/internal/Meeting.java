package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.internal.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * A rendezvous: who calls goes on when the actor begins with the call, and not before. Underneath
 * it is an ask whose answer is that beginning: the call is in the mailbox, with its caller beside
 * it, so that nothing is handled that nobody waits for; what a caller has withdrawn stays there
 * until the actor comes to it. For generated code.
 *
 * <p>An actor that waits so says for whom, as one that waits for an answer does. It never runs the
 * other one on the spot: that would end when the call has ended, and two that call each other would
 * hold each other up. But where it shares an executor with the other one, and no thread of that one
 * comes, it has to: then it is held up until the call has ended, as by whatever runs on top of it.
 */
public final class Meeting implements Wait, Awaited {
    private final Actor actor;
    private final Answer answer;
    private final Caller me;

    /** Who calls; null for a thread that is no actor. By that one. */
    private @Nullable Actor caller;

    private Meeting(Actor actor, Answer answer, Caller me) {
        this.actor = actor;
        this.answer = answer;
        this.me = me;
    }

    /** The answer to a call whose caller goes on when it is taken. */
    public static Answer now(Actor actor, Caller me, int method) {
        Answer answer = Asking.now(actor, method);
        return me.isTried() ? offered(actor, me, answer) : answer;
    }

    /** The same to a call that is answered later. */
    public static Answer later(Actor actor, Caller me, int method) {
        Answer answer = Asking.later(actor, me, method);
        return me.isTried() ? offered(actor, me, answer) : answer;
    }

    /** Of a select: nobody waits, and it is taken if the select does nothing else. */
    private static Answer offered(Actor actor, Caller me, Answer answer) {
        Attempt attempt = actor.isStopped() ? null : me.tries();
        if (attempt != null) {
            try {
                answer.offered(attempt.offer(answer));
            } catch (RuntimeException e) {
                me.forget(actor.referencesEach());
                throw e;
            }
        }
        return answer;
    }

    /**
     * Waits until the call that was sent has been taken, or is a dead letter, which its answer
     * says. An interrupt withdraws it, and so does whatever else ends the wait; if it was taken
     * before, this returns, and the interrupt flag is set.
     *
     * @throws WaitInterruptedException if interrupted before; the call will not be handled
     * @throws IllegalStateException in a house that goes step by step, if nothing is left to run,
     *     or it is closed; likewise
     * @throws io.roundhouse.actor.AskCycleException if the actor waits, directly or through others,
     *     for the one that calls; likewise
     */
    public static void await(Actor actor, Caller me, Answer answer) {
        if (!answer.isTaken()) {
            new Meeting(actor, answer, me).await();
        }
    }

    /**
     * The same for a call that nobody will answer.
     *
     * @throws io.roundhouse.actor.ActorStoppedException if it is a dead letter
     */
    public static void awaitOnly(Actor actor, Caller me, Answer answer) {
        await(actor, me, answer);
        if (answer.isDone()) {
            answer.here();
        }
    }

    private void await() {
        try {
            caller = me.running instanceof Actor running ? running : null;
            Asking.waitIn(actor, me, this, answer, false, answer::isTaken, this::awaitBeginning);
        } catch (RuntimeException | Error e) { // whatever it is: who gets it has called in vain
            answer.withdrawOrSettle();
            if (answer.neverBegins()) { // since now, or as it would have closed a circle
                Asking.throwIfOfScope(me, e);
                throw e;
            }
        }
    }

    private void awaitBeginning() {
        if (!answer.awaitOthers(me, this)) {
            answer.await(me, this);
        }
        if (!answer.isTaken() && actor.kind.house().isClosed()) {
            answer.giveUp(GivenUp.why(answer));
        }
    }

    @Override
    public boolean met() {
        return answer.isTaken()
                || (caller != null && caller.isToLookAgain())
                || actor.kind.house().isClosed();
    }

    @Override
    public boolean isOver() {
        return answer.isTaken();
    }

    @Override
    public int method() {
        return answer.method();
    }

    @Override
    public String toString() {
        return me.waits(caller) + " waits until " + actor + " takes its call";
    }
}
