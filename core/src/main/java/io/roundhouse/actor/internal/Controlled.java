package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox with the lane that comes before calls: a list, the newest first, that any thread adds
 * to and the runner takes as a whole.
 */
abstract class Controlled extends Mailbox {
    private static final VarHandle NEWEST;

    static {
        try {
            NEWEST =
                    MethodHandles.lookup().findVarHandle(Controlled.class, "newest", Control.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int FEW = 4;

    private volatile @Nullable Control newest;

    /** Adds a step. Any thread. */
    final void put(Control step) {
        Control before;
        do {
            before = newest;
            step.before(before);
        } while (!NEWEST.compareAndSet(this, before, step));
    }

    /** Whether there is something to be done before calls. Any thread; a moment ago. */
    final boolean isControlled() {
        return newest != null;
    }

    /** Whether the newest of it is an answer, or comes of one. Any thread; a moment ago. */
    final boolean hasAnswer() {
        Control there = newest;
        return there instanceof Answer || there instanceof Brought<?>;
    }

    /** Does all that is there, the oldest first. The runner. */
    final void doControl(Caller me) {
        Control next = (Control) NEWEST.getAndSet(this, null);
        Control oldest = null;
        while (next != null) {
            Control before = next.before();
            next.before(oldest);
            oldest = next;
            next = before;
        }
        Caller here = me.isHurried() ? Caller.current() : me; // who gets rid of it runs nothing
        Object outer = here.remaining;
        Task whose = here.remainingOf;
        here.remainingOf = this;
        try {
            if (here == me) {
                doAllAs(here, oldest);
            } else {
                doAllOnTop(here, oldest);
            }
        } finally {
            here.remaining = outer;
            here.remainingOf = whose;
        }
    }

    /**
     * It is got rid of, on top of what that thread runs, if anything: that one is held up by it.
     */
    private void doAllOnTop(Caller here, @Nullable Control oldest) {
        Task below = here.running == this ? null : here.running;
        Task pressed = here.pressed;
        int depth = here.depth();
        here.looksFirst();
        here.visitor(depth, below);
        here.visits++; // where nothing is below, too: what is being made there is not what runs
        try {
            doAllAs(here, oldest);
        } finally {
            here.visits--;
            here.visitor(depth, null);
            here.pressed = pressed; // it is got rid of, and rests nowhere
        }
    }

    private void doAllAs(Caller here, @Nullable Control oldest) {
        Task before = here.running;
        here.running = this;
        try {
            doAll(here, oldest);
        } finally {
            here.running = before;
        }
    }

    private void doAll(Caller here, @Nullable Control oldest) {
        Control next;
        while (oldest != null) {
            next = oldest.before();
            oldest.before(null);
            here.remaining = next;
            try {
                oldest.done();
            } catch (Throwable thrown) { // what is attached to a future does not throw through it
                tellIfPossible(thrown); // the others are not lost
            }
            oldest = next;
        }
    }

    /**
     * The runner waits in the middle of a call: answers that have come are opened now, this one or
     * all of them (null), the oldest first. They stay where they are, and are opened once.
     */
    final void opens(Caller me, @Nullable Answer wanted) {
        Task making = me.making;
        me.making = null; // what is attached runs in this actor, though it makes another one
        try {
            opens(closed(remaining(me), wanted));
            opens(closed(newest, wanted).reversed());
        } finally {
            me.making = making;
        }
    }

    /** Whether {@link #opens} would open any. Changes nothing. Who runs in place of the runner. */
    final boolean hasClosed(Caller me, @Nullable Answer wanted) {
        return !closed(remaining(me), wanted).isEmpty() || !closed(newest, wanted).isEmpty();
    }

    /** What is left of its own list, while some of it is done; not that of another one below. */
    private @Nullable Control remaining(Caller me) {
        return me.remainingOf == this ? (Control) me.remaining : null;
    }

    private static void opens(List<Control> answers) {
        for (Control each : answers) {
            each.done();
        }
    }

    /** Answers that have come, and nobody has opened. */
    private static List<Control> closed(@Nullable Control first, @Nullable Answer wanted) {
        List<Control> closed = List.of();
        for (Control each = first; each != null; each = each.before()) {
            if (isClosed(each, wanted)) {
                if (closed.isEmpty()) {
                    closed = new ArrayList<>(FEW);
                }
                closed.add(each);
            }
        }
        return closed;
    }

    private static boolean isClosed(Control control, @Nullable Answer wanted) {
        if (control instanceof Answer answer) {
            return (wanted == null || wanted == answer) && !answer.isDone();
        }
        return control instanceof Brought<?> brought
                && (wanted == null || brought.isFor(wanted))
                && !brought.isThere();
    }

    private void tellIfPossible(Throwable thrown) {
        try {
            wentWrong(thrown);
        } catch (Throwable again) {
            Carrier.survive(again);
        }
    }

    /** One of them threw. The runner. */
    abstract void wentWrong(Throwable thrown);
}
