package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What is given up where a call does not return and its house is closed: that call, and those that
 * wait behind it. They are no dead letters, as nobody but who runs the actor may take them out; but
 * who waits for an answer is told.
 */
final class GivenUp {
    private GivenUp() {}

    /** Tells all who wait for answers of actors of that house whose calls do not return there. */
    static void tellAllOf(House house, Dispatching there) {
        for (Task each : there.inCalls()) {
            if (each instanceof Actor actor && actor.kind.house() == house) {
                tell(actor);
            }
        }
    }

    private static void tell(Actor actor) {
        Set<Answer> answers = new LinkedHashSet<>();
        Answer atHand = actor.answering();
        if (atHand != null) {
            answers.add(atHand);
        }
        actor.forEachReference(each -> {
            if (each instanceof Answer answer && answer.asked() == actor) {
                answers.add(answer);
            }
        });
        Life life = actor.lifeIfAny();
        if (life != null) {
            answers.addAll(life.takeOwed());
        }
        for (Answer each : answers) {
            each.giveUp(why(each));
        }
    }

    /** Why there is no answer. */
    static ActorStoppedException why(Answer answer) {
        Actor actor = answer.asked();
        boolean isNamed = answer.method() != Awaited.NO_METHOD;
        String call = isNamed ? "." + actor.kind.protocol().methodName(answer.method()) : "";
        return new ActorStoppedException(
                "the house is closed, and a call of "
                        + actor
                        + " does not return: it was given up, and there is no answer to "
                        + actor
                        + call);
    }
}
