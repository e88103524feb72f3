package io.roundhouse.actor.internal;

import io.roundhouse.actor.MailboxFullException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.internal.Attempt;

/** A call that finds the mailbox full: its thread waits, or its actor goes beyond the bound. */
final class Sending {
    private Sending() {}

    /** The mailbox is full, and the sender must not wait now. */
    static void grow(Bounded actor, Caller me) {
        offerBeyondTheBound(actor, me);
        if (me.running != actor) {
            me.pressed = actor;
            me.visits |= Caller.LEAVES_MORE_TO_DO;
        }
    }

    private static void offerBeyondTheBound(Bounded actor, Caller me) {
        if (!actor.offer(Bounded.NO_BOUND, me.longs, me.references, me.first)) {
            me.forget(actor.referencesEach());
            throw noMoreMemory(actor, me.running == null ? threadInWords() : "actor " + me.running);
        }
    }

    private static MailboxFullException noMoreMemory(Bounded actor, String sender) {
        return new MailboxFullException(
                sender
                        + " cannot send to "
                        + actor
                        + ", which has "
                        + actor.underWay()
                        + " calls to handle"
                        + actor.kind.house().ceiling.why()
                        + (actor.isUnbounded()
                                ? ": it has no bound, and more was sent than it could handle"
                                : ": too much was sent while one call was handled, or in a circle: "
                                        + WaitCycle.inWords(actor)));
    }

    /** The mailbox is full, and the sender, which is no actor, waits until there is room. */
    static void waitForRoom(Bounded actor, Caller me) {
        if (actor.isMadeHere()) { // it makes room when that is done
            offerBeyondTheBound(actor, me);
            return;
        }
        boolean sent = false;
        try {
            do {
                if (actor.isUnbounded()) {
                    throw noMoreMemory(actor, threadInWords());
                }
                Attempt attempt = me.tries();
                if (attempt == null) {
                    actor.awaitRoom(me);
                } else if (!actor.isStopped()) {
                    throw attempt.refused(new RoomToTry(actor));
                }
                actor.kind.house().checkAcceptsFromOutside(actor);
            } while (!actor.offer(
                    actor.isStopped() ? Bounded.NO_BOUND : actor.kind.bound(),
                    me.longs,
                    me.references,
                    me.first));
            sent = true;
        } catch (WaitInterruptedException e) {
            me.forget(actor.referencesEach());
            Asking.throwIfOfScope(me);
            throw e;
        } catch (RuntimeException e) {
            me.forget(actor.referencesEach());
            throw e;
        } finally {
            if (!sent) {
                actor.tellsOfRoom();
            }
        }
    }

    private static String threadInWords() {
        return "thread \"" + Thread.currentThread().getName() + "\"";
    }
}
