package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.waiting.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
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
 *
 * <p>There may be very many of them: each gets an exception of its own, as who gets one may add to
 * it, but these have the same words, and no stack trace. Nobody new is told when that has taken a
 * second, so that who closes the house comes back: how many are left is logged. They are told when
 * the call returns after all.
 */
final class GivenUp {
    private static final long LIMIT_NANOS = Duration.ofSeconds(1).toNanos();

    /** For finding them; the rest is for telling. */
    private static final long FINDING_NANOS = LIMIT_NANOS / 2;

    private final Clock clock = Clock.system();
    private final long began = clock.nanoTime();

    private final House house;

    /** Those whose calls do not return, of this house and of others. */
    private final Set<Task> hanging = new LinkedHashSet<>();

    /** To the calls themselves, and to those that wait behind them. */
    private final Set<Answer> answers = new LinkedHashSet<>();

    /** That are promised; some of them are among the others, perhaps. */
    private final List<Answer> owed = new ArrayList<>();

    private final Map<Call, String> reasons = new HashMap<>();

    /** Who is not told, as that takes too long; about, as one may be counted twice. */
    private int left;

    private final Set<Actor> whose = new LinkedHashSet<>();

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
        there.forEach(each -> each.forEachReferenceInHand(all::findIn));
        all.hanging.forEach(all::find); // behind the hands: what is in those goes there
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
            owed.addAll(life.takeOwed());
        }
    }

    /** A call refers to that. */
    private void findIn(Object reference) {
        if (reference instanceof Answer answer
                && hanging.contains(answer.asked())
                && answer.asked().kind.house() == house) {
            if (isIn(FINDING_NANOS)) {
                answers.add(answer);
            } else {
                isLeft(answer);
            }
        }
    }

    private boolean isIn(long nanos) {
        return clock.nanoTime() - began < nanos;
    }

    private void isLeft(Answer answer) {
        if (!answer.isDone()) {
            left++;
            whose.add(answer.asked());
        }
    }

    private void tell() {
        for (Collection<Answer> some : List.of(answers, owed)) {
            for (Answer each : some) {
                if (isIn(LIMIT_NANOS)) {
                    each.giveUp(new ActorStoppedException(reasonOf(each), null, false));
                } else {
                    isLeft(each);
                }
            }
        }
        if (left > 0) {
            house.problems.report(wordsOfThoseLeft(), null);
        }
    }

    private String reasonOf(Answer answer) {
        return reasons.computeIfAbsent(
                new Call(answer.asked(), answer.method()), _ -> reason(answer));
    }

    private String wordsOfThoseLeft() {
        return "the house is closed, and who waits for "
                + left
                + " answers of "
                + whose
                + " has not been told that they were given up, as that takes too long: they come when the call returns";
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

    /** Why there is no answer, for the thread that waits for it: it says where. */
    static ActorStoppedException why(Answer answer) {
        return new ActorStoppedException(reason(answer));
    }

    private static String reason(Answer answer) {
        Actor actor = answer.asked();
        boolean isNamed = answer.method() != Awaited.NO_METHOD;
        String call = isNamed ? "." + actor.kind.protocol().methodName(answer.method()) : "";
        return "the house is closed, and a call of "
                + actor
                + " does not return: it was given up, and there is no answer to "
                + actor
                + call;
    }

    /** Of those to it all have the same words. */
    private record Call(Actor actor, int method) {}
}
