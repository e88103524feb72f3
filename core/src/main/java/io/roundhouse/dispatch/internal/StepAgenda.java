package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.WeakList;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be done next in a house that goes step by step: a task with mail, a call in a helper
 * whose wait is met, or something that is due. Guarded by the {@link Stepper}.
 *
 * <p>Time passes where nothing can be done: then it is as late as the first of those needs it to be
 * who wait for a time.
 *
 * <p>Whoever waits for room has seen mail, and that may be some of which another thread is still to
 * tell. So before time passes or somebody is told that nothing is left, such mail is looked for.
 * Who tells of it claims the task and adds it in one, under the lock: it is idle, or it is found
 * here.
 */
final class StepAgenda {
    /** Tasks with mail that have been claimed. */
    final List<Task> runnable = new ArrayList<>();

    /** Those with mailboxes that somebody has waited for room in. */
    private final WeakList<Task> waitedFor = new WeakList<>();

    private final StepHelpers helpers;
    private final StepTime time;

    StepAgenda(StepHelpers helpers, StepTime time) {
        this.helpers = helpers;
        this.time = time;
    }

    /** Somebody is about to wait for room in its mail. */
    void isWaitedFor(Task task) {
        waitedFor.add(task);
    }

    // ---- now

    /**
     * The helpers that can go on. If nothing at all can be done, mail that nobody has told of is
     * claimed, or else it gets as late as it needs to be, but not later than that.
     */
    List<StepHelper> ready(long until) {
        List<StepHelper> ready = helpers.ready();
        if (isEmpty(ready)) {
            claimUntold();
        }
        return isEmpty(ready) && passesToNext(until) ? helpers.ready() : ready;
    }

    private boolean isEmpty(List<StepHelper> ready) {
        return ready.isEmpty() && runnable.isEmpty() && !time.isDue();
    }

    /** Whoever is about to tell of that mail finds that somebody has it handled. */
    private void claimUntold() {
        for (Task each : waitedFor) {
            if (each.claimIfMail()) {
                runnable.add(each);
            }
        }
    }

    /** Whether there is mail to be claimed so. */
    private boolean isUntold() {
        for (Task each : waitedFor) {
            if (each.isIdle() && each.hasMail()) {
                return true;
            }
        }
        return false;
    }

    // ---- later

    /** The first time that somebody waits for, or that something is due; for ever if none is. */
    private long next() {
        return Math.min(time.next(), helpers.next());
    }

    /** Nothing can be done: is it later for one of those that wait, and not later than that? */
    private boolean passesToNext(long until) {
        long next = next();
        if (next == Stepper.FOR_EVER || next > until) {
            return false;
        }
        time.passesTo(next);
        return true;
    }

    /** Whether there is something left to be done, and all of it is later than that. */
    boolean isOnlyLater(long until) {
        long next = next();
        return next != Stepper.FOR_EVER && next > until && isEmpty(helpers.ready()) && !isUntold();
    }

    /** Whether nothing can be done, whatever time it is. */
    boolean isEmptyForEver() {
        return runnable.isEmpty()
                && next() == Stepper.FOR_EVER
                && helpers.ready().isEmpty()
                && !isUntold();
    }
}
