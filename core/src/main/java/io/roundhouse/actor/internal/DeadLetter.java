package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Task;
import org.jspecify.annotations.Nullable;

/** A call that was accepted and is not handled, as its actor has been stopped. */
final class DeadLetter {
    private DeadLetter() {}

    /** Has the house told, and who waits for its answer. The runner, or who sends it. */
    static void arrives(
            Actor actor,
            Caller me,
            int method,
            long[] longs,
            @Nullable Object[] references,
            int firstLong,
            int firstReference) {
        Answer answer = actor.kind.protocol().answer(method, references, firstReference);
        Invocation call =
                actor.kind
                        .protocol()
                        .decode(actor, method, longs, references, firstLong, firstReference);
        if (answer != null) {
            answer.refuse(
                    new ActorStoppedException("the actor has been stopped, no answer to " + call));
        }
        Task before = me.running;
        me.running = null; // who is told calls from outside, and is refused when the house closes
        try {
            actor.kind.house().dead(call);
        } finally {
            me.running = before;
        }
    }
}
