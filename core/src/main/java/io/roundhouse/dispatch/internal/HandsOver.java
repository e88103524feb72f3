package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A worker's thread and the call that it has handed over: from the actor that it runs to an actor
 * that is idle.
 *
 * <p>The call is not put into a queue: it stays where the sender wrote it, and {@code to} says
 * whose it is. When the running actor has finished its turn, the worker claims the target, lets the
 * sender go, and runs the target with that call.
 *
 * <pre>
 *   put      (worker)  the call is written ; to, first ; slot = odd (release)
 *   take     (worker)  claim target ; end of its mail ; slot unchanged? slot = even ; let the sender go
 *   withdraw (worker)  CAS slot odd → even ; append to the target's mailbox — where the claim failed
 *   steal    (others)  slot odd for a while ; claim target ; end of its mail ; CAS slot odd → even ; run it
 *
 * Invariants
 *   I1  slot only grows; odd: there is a call, and to, first and the arrays are its
 *   I2  a thief changes the slot only while it has claimed the target; so once the worker has claimed
 *       the target and the slot is as it was, nobody else can take the call
 *   I3  mail that the target had before the call was taken comes before it, other mail behind it; the sender
 *       cannot send by mail in between: it has not been let go, and looks at the slot first (keepOrder)
 *   I4  what a thief has taken lies in the arrays that it found: the worker goes on in new ones
 *   I5  what the worker takes lies where its target may write the second call that it sends: it is
 *       read before the target sends anything, or put into the mail
 * </pre>
 *
 * <p>A call is here for no longer than the rest of the turn of its sender, or until an idle worker
 * steals it: so a sender that computes for long after it has sent does not hold up what it has
 * started.
 */
abstract class HandsOver extends Carrier {
    private static final VarHandle SLOT;

    static {
        try {
            SLOT = MethodHandles.lookup().findVarHandle(HandsOver.class, "slot", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // through SLOT, too
    private volatile long slot;

    /** What the slot is, unless a thief was here. */
    private long known;

    private @Nullable Task to;
    private int first;

    HandsOver(String name) {
        super(name);
    }

    // ---- senders that run on this thread

    /**
     * Hands the call that was just written over to an idle task; returns whether it could be. This
     * thread only.
     */
    public final boolean hand(Task to) {
        long known = this.known;
        if ((known & 1) != 0) {
            return false;
        }
        Caller me = caller;
        this.to = to;
        this.first = me.first;
        me.turnOver();
        SLOT.setRelease(this, known + 1); // may throw, for want of stack
        this.known = known + 1;
        return true;
    }

    /** A call to this task that was handed over goes into its mail now. This thread only. */
    public final void keepOrder(Task to) {
        if ((known & 1) != 0 && this.to == to) {
            withdraw();
        }
    }

    /** Whatever was handed over goes into the mail now. This thread only. */
    final void keepCall() {
        if ((known & 1) != 0) {
            withdraw();
        }
    }

    /**
     * What was handed over to a task that has much mail by now goes into the mail, too: there might
     * be no room when the worker comes to it. This thread only.
     */
    final void keepCallToWhoHasMuch() {
        if ((known & 1) != 0) {
            Task to = handedTo();
            if (to == null || to.hasMuchMail()) {
                withdraw();
            }
        }
    }

    // ---- the worker

    /** Whether there is one, or a thief has taken it and the worker does not know yet. */
    final boolean hasHanded() {
        return (known & 1) != 0;
    }

    /** Whom it is for. */
    final @Nullable Task handedTo() {
        return to;
    }

    /** Where it begins, in the worker's arrays. */
    final int handedFirst() {
        return first;
    }

    /** Takes it out, its target claimed by the worker; returns false if a thief was faster. */
    final boolean takeHanded() {
        if ((long) SLOT.getOpaque(this) != known) {
            wasStolen();
            return false;
        }
        known++;
        SLOT.setOpaque(this, known); // plain would do: see I2
        return true;
    }

    /** Puts it into the mail of whom it is for, unless a thief has it. */
    final void withdraw() {
        if (caller.untold != null) {
            caller.tell(); // there is room for one only
        }
        Task whose = to;
        if (!SLOT.compareAndSet(this, known, known + 1)) {
            wasStolen();
            return;
        }
        known++;
        try { // in this method: there may be no stack to call one that begins with it
            if (whose != null) {
                whose.append(caller, caller.longs, caller.references, first);
            }
        } catch (Throwable e) { // no memory, no stack: it is handed over as before
            known++;
            slot = known; // not a call, likewise
            throw e;
        }
        to = null;
    }

    /** Nothing is handed over: holds nothing. */
    final void forget() {
        if ((known & 1) == 0) {
            to = null;
        }
    }

    private void wasStolen() {
        caller.renew(); // keeps I4; first: there may be no memory or no stack for it
        known++;
        to = null;
    }

    // ---- others

    /** Even: there is none. A moment ago. */
    final long slot() {
        return (long) SLOT.getAcquire(this);
    }

    /**
     * Looks at the call of {@code slot}, odd; returns whether {@code into} has it. It is the
     * thief's when it has claimed its target and then {@link #stealHanded} succeeds.
     */
    final boolean lookAtHanded(long slot, Found into) {
        Task whose = to;
        into.longs = caller.longs;
        into.references = caller.references;
        into.first = first;
        into.task = whose;
        return whose != null && (long) SLOT.getAcquire(this) == slot;
    }

    final boolean stealHanded(long slot) {
        return SLOT.compareAndSet(this, slot, slot + 1);
    }
}
