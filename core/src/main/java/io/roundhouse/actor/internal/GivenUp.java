package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What is given up where a call does not return and its house is closed: that call, and those that
 * wait behind it. They are no dead letters, as nobody but who runs the actor may take them out; but
 * who waits for an answer is told.
 *
 * <p>Where an actor has asked, what it is told is in its mail, as what it has attached runs there,
 * one at a time with its calls. If its own call does not return either, it does not come to that,
 * and nor does anybody else to whom it has given the future.
 */
final class GivenUp {
    private final House house;

    /** Those whose calls do not return, of this house and of others. */
    private final Set<Task> hanging = new LinkedHashSet<>();

    private final Set<Answer> answers = new LinkedHashSet<>();

    private GivenUp(House house) {
        this.house = house;
    }

    /**
     * Tells all who wait for answers of actors of that house whose calls do not return. What is
     * attached to those answers runs here, unless an actor has attached it.
     */
    static void tellAllOf(House house, List<Dispatching> there) {
        GivenUp all = new GivenUp(house);
        there.forEach(each -> all.hanging.addAll(each.inCalls()));
        all.hanging.forEach(all::find);
        there.forEach(each -> each.forEachReferenceInHand(all::findIn));
        all.tell();
    }

    private void find(Task task) {
        if (!(task instanceof Actor actor) || actor.kind.house() != house) {
            return;
        }
        Answer atHand = actor.answering();
        if (atHand != null) {
            answers.add(atHand);
        }
        actor.forEachReference(this::findIn);
        CallLanes lanes = actor.lanes();
        if (lanes != null) {
            lanes.forEachReference(this::findIn);
        }
        Life life = actor.lifeIfAny();
        if (life != null) {
            answers.addAll(life.takeOwed());
        }
    }

    /** A call refers to that. */
    private void findIn(Object reference) {
        if (reference instanceof Answer answer
                && hanging.contains(answer.asked())
                && answer.asked().kind.house() == house) {
            answers.add(answer);
        }
    }

    private void tell() {
        for (Answer each : answers) {
            each.giveUp(why(each));
        }
    }

    /** Likewise of threads of executors, which nobody waits for: once a thread. */
    static List<String> onBorrowedThreads(List<Dispatching> own) {
        Map<Thread, StringJoiner> actors = new LinkedHashMap<>();
        for (Dispatching each : own) {
            Thread thread = each.borrowed();
            for (Task task : each.inCalls()) {
                if (thread != null && task instanceof Actor actor && actor.dispatching() == each) {
                    actors.computeIfAbsent(thread, _ -> new StringJoiner(", "))
                            .add(actor.toString());
                }
            }
        }
        List<String> all = new ArrayList<>();
        actors.forEach((thread, names) -> all.add(words(thread, names.toString())));
        return all;
    }

    /** That the thread does not come back from a call of that actor, and where it is. */
    static String words(Thread thread, String actor) {
        return thread.getName()
                + " does not return from the call of "
                + actor
                + ": it outlives the house ("
                + Carrier.describe(thread)
                + ")";
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
