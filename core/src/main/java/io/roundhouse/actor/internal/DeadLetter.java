package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import org.jspecify.annotations.Nullable;

/**
 * A call that was accepted and is not handled, as its actor has been stopped, or is not run any
 * more. One that its caller has withdrawn would not have been handled in any case, and is none.
 */
final class DeadLetter {
    private DeadLetter() {}

    /** Has the house told, and who waits for its answer. The runner, or who sends it. */
    static void arrives(
            Actor actor,
            int method,
            long[] longs,
            @Nullable Object[] references,
            int firstLong,
            int firstReference) {
        Protocol protocol = actor.kind.protocol();
        House house = actor.kind.house();
        Answer answer = protocol.answer(method, references, firstReference);
        if (answer == null) {
            house.problems.countsDeadLetter();
            tell(
                    actor,
                    protocol.decode(actor, method, longs, references, firstLong, firstReference));
        } else if (!answer.isWithdrawn()) { // else its caller knows
            Invocation call = null;
            String why = "no answer: there is no memory left to say why";
            try { // before the claim: it is user's code that makes words of arguments
                call = protocol.decode(actor, method, longs, references, firstLong, firstReference);
                why = "no answer to " + call + ": " + why(actor);
            } finally { // who waits is told in any case
                refuse(actor, answer, why, call);
            }
        }
    }

    private static void refuse(Actor actor, Answer answer, String why, @Nullable Invocation call) {
        // first: who is interrupted from the claim on waits until that is told
        ActorStoppedException told = new ActorStoppedException(why, Life.endedBy(actor));
        if (answer.refuses()) {
            actor.kind.house().problems.countsDeadLetter(); // before anybody can know of it
            answer.refuse(told);
            if (call != null) {
                tell(actor, call);
            }
        }
    }

    private static String why(Actor actor) {
        if (actor.isStopped()) {
            Throwable by = Life.endedBy(actor);
            return "the actor has been stopped"
                    + (by == null ? "" : ", as it threw " + by.getClass().getName());
        }
        return actor.kind.house().isClosing()
                ? "the house is closed, and the time for what was under way is over"
                : "the actor's executor refuses to run it";
    }

    /** Who is told calls from outside, and is refused when the house closes. */
    private static void tell(Actor actor, Invocation call) {
        Caller me = Caller.current(); // not of whom gets rid of it
        Task before = me.running;
        Task pressed = me.pressed;
        int visits = me.visits;
        me.looksFirst();
        me.running = null;
        me.pressed = null;
        try {
            actor.kind.house().problems.dead(call);
        } finally {
            me.running = before;
            me.pressed = pressed;
            me.visits |= visits & Caller.LEAVES_MORE_TO_DO;
        }
    }
}
