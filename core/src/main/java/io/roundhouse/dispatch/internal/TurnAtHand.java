package io.roundhouse.dispatch.internal;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The turn that a thread of somebody else's runs of a task, and its end: nothing more is handled in
 * it, and its call is interrupted, but not what that thread does behind it. Any thread, where
 * nothing else is said.
 */
final class TurnAtHand {
    private @Nullable Caller runner;
    private @Nullable Thread thread;
    private volatile boolean ending;

    /** On top of which it is, where that is another actor's. By the thread that runs it. */
    private @Nullable TurnAtHand below;

    /** Whether mail is to be got rid of from now on. */
    boolean isEnding() {
        return ending;
    }

    /** Mail is to be got rid of from now on. */
    void ending() {
        ending = true;
    }

    /** The calling thread begins one. */
    void begins(Caller me, Thread thread) {
        below = me.turn;
        me.turn = this;
        isRunBy(me, thread);
    }

    private synchronized void isRunBy(Caller me, Thread thread) {
        runner = me;
        this.thread = thread;
        if (ending) { // since its thread has looked
            me.hurry();
        }
    }

    /** Its call has ended; the same thread. */
    void ends(Caller me) {
        isRunByNobody(me);
        TurnAtHand next = below;
        below = null;
        me.turn = next;
        if (next != null) {
            next.goesOn();
        }
    }

    private synchronized void isRunByNobody(Caller me) {
        runner = null;
        thread = null;
        if (ending) {
            me.doNotHurry();
            Thread.interrupted(); // meant for the call that has ended
            me.leavesInterrupt = false;
        }
    }

    /** What was on top of it has ended, perhaps by an interrupt that was meant for both. */
    private synchronized void goesOn() {
        if (ending) {
            interrupt();
        }
    }

    /** See {@link Dispatching#interrupt}. */
    synchronized void interrupt() {
        ending = true;
        if (runner != null && thread != null) {
            runner.hurry();
            thread.interrupt();
        }
    }

    /** What it runs, if there is one. */
    synchronized void addTo(Set<Task> tasks) {
        if (runner != null) {
            runner.addRunningTo(tasks);
        }
    }

    /** Who runs it; null where there is none. */
    synchronized @Nullable Thread thread() {
        return thread;
    }
}
