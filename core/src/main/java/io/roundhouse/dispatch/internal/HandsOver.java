package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's thread and the calls that it has handed over: from the actor that it runs to another
 * one, which is idle, as a rule.
 *
 * <p>The calls are not put into a queue: they stay where the sender wrote them, a row each, and
 * {@link Caller#to} says whose they are, and {@link Caller#first} how many there are. When the
 * running actor has finished its turn, the worker claims the target, lets the sender go, and runs
 * the target with those calls.
 *
 * <pre>
 *   put      (worker)  the call is written ; to ; first behind it ; slot = odd, 0 taken (release)
 *   add      (worker)  one more to the same target is written ; first behind it (release)
 *   take     (worker)  claim target ; end of its mail ; none taken? slot = even ; let the sender go
 *   withdraw (worker)  CAS slot odd → even ; append what is not taken to the target's mailbox — where the
 *                      claim failed, or calls were stolen
 *   steal    (others)  slot odd, and their number the same, for a while ; claim target ; end of its mail ;
 *                      CAS slot: count taken ; run what was taken
 *
 *   slot     what was handed over by this worker so far, twice, and 1 while there is something, in the
 *            upper bits; how many calls of it thieves have taken, in the lowest eight
 *
 * Invariants
 *   I1  slot only grows; odd: there are calls, and to, first and the arrays are theirs until it is even
 *   I2  a thief changes the slot only while it has claimed the target; so once the worker has claimed
 *       the target and none has been taken, nobody else can take a call
 *   I3  mail that the target had before calls were taken comes before them, other mail behind them; the
 *       sender cannot send by mail in between: it has not been let go, and looks at the slot first (keepOrder)
 *   I4  what a thief has taken lies in the arrays that it found, in rows that are not written again until it
 *       has given them back: the worker writes behind them, and if the thief is not done when it is to write at
 *       the beginning, it goes on in new arrays
 *   I5  what the worker takes lies in one half of its arrays, and what its target sends in the other one
 *   I6  a thief takes calls in the order in which they were sent, and what it leaves comes behind: by mail,
 *       or by the next thief, who can claim the target only when the one before has let it go
 * </pre>
 *
 * <p>A call is here for no longer than the rest of the turn of its sender, or until another worker
 * steals it, which an idle one does soon and a busy one within some milliseconds: so a sender that
 * computes for long after it has sent does not hold up what it has started. Adding a call needs
 * neither an atomic operation nor a look at the target's lines beyond its state: a thief that does
 * not see the last one leaves it to its next look.
 */
abstract class HandsOver extends Carrier {
    /** How many calls may be added before its mail is looked at again. */
    private static final int LOOKS_AT_ONE_OF = 8;

    /** One more in the upper bits of the slot. */
    private static final long STEP = 1 << 8;

    private static final long TAKEN = STEP - 1;

    private static final VarHandle SLOT;
    private static final VarHandle RETURNED;

    static {
        try {
            var lookup = MethodHandles.lookup();
            SLOT = lookup.findVarHandle(HandsOver.class, "slot", long.class);
            RETURNED = lookup.findVarHandle(HandsOver.class, "returned", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Read plainly by the worker: others change nothing of it but how many calls were taken. */
    @SuppressWarnings("UnusedVariable") // through SLOT, too
    private volatile long slot;

    /** How many calls may be handed over to this target at a time. */
    private int most;

    /** Whether the turn of who has sent it has ended, and nothing may be added. */
    private boolean sealed;

    /** Whether others are to be told when something is handed over: they may sleep soundly. */
    private boolean unwatched;

    /** Whether thieves have taken what lies in the arrays at hand: see I4. */
    private boolean shared;

    /** How many calls thieves have taken. This thread only. */
    private int lent;

    /** With how many of these they are done. Written by thieves. */
    @SuppressWarnings("unused") // through RETURNED
    private int returned;

    /** What the worker has taken. */
    final HandedCalls taken = new HandedCalls();

    HandsOver(String name) {
        super(name);
    }

    // ---- senders that run on this thread

    /** A turn begins. This thread only. */
    final void turnBegins() {
        Caller me = caller;
        if (!sealed
                && !unwatched
                && !hasHanded()
                && me.first == me.base
                && me.handsTo != null
                && me.leavesNothing()) {
            me.isQuick();
        }
    }

    /**
     * Hands the call that was just written over: to an idle task, or to one that may get several at
     * a time, or to the one that has got the call before; returns whether it could be. Looks at
     * everything. This thread only.
     */
    public final boolean hand(Task to) {
        Caller me = caller;
        if (hasHanded()) {
            return me.to == to && add(to);
        }
        if (sealed) { // it might come to lie here, and its sender be let go
            return false;
        }
        if (!to.isIdle()
                && (me.spreads
                        || to == me.running
                        || to.mostHanded() <= 1
                        || to.hasMuchMail())) { // else each single one would be withdrawn
            return false;
        }
        if (me.first != me.base) { // as when calls were withdrawn
            me.startOver(shared && lent != (int) RETURNED.getAcquire(this));
            shared = false;
        }
        handFirst(to);
        if (unwatched) {
            unwatched = false;
            wakesWatcher();
        }
        return true;
    }

    /** It goes to work, and others may sleep until they are woken. This thread only. */
    final void mayBeUnwatched() {
        unwatched = true;
    }

    /** Something is handed over: somebody is to look whether this one comes to it. */
    abstract void wakesWatcher();

    /** Nothing is handed over, and the call that was just written is in the first row. */
    final void handFirst(Task to) {
        Caller me = caller;
        me.looksFirst();
        me.to = to;
        me.first += me.each;
        SLOT.setRelease(this, (long) SLOT.get(this) + STEP); // throws? then it is not handed over
    }

    /** One more call to the same one. */
    private boolean add(Task to) {
        Caller me = caller;
        if (sealed || me.spreads) {
            return false;
        }
        int now = me.handed();
        if (now == 1) {
            most = Math.clamp(to.mostHanded(), 1, Caller.MOST_HANDED);
        }
        if (now >= most || isTooMuch(to, now)) {
            return false;
        }
        me.add();
        me.full = now + 1 == most;
        me.addsUpTo(Math.min(most - 1, now + LOOKS_AT_ONE_OF - (now - 1) % LOOKS_AT_ONE_OF));
        return true;
    }

    /**
     * Whether it has much mail by now, when one of eight calls was handed over: then they all go
     * into the mail.
     */
    private boolean isTooMuch(Task to, int now) {
        if (now % LOOKS_AT_ONE_OF != 1 || !to.hasMuchMail()) {
            return false;
        }
        withdraw();
        return true;
    }

    /** Calls to this task that were handed over go into its mail now. This thread only. */
    public final void keepOrder(Task to) {
        if (hasHanded() && caller.to == to) {
            withdraw();
        }
    }

    /** Whatever was handed over goes into the mail now. This thread only. */
    final void keepCall() {
        if (hasHanded()) {
            withdraw();
        }
    }

    /**
     * What was handed over to a task that has much mail by now goes into the mail, too: there might
     * be no room when the worker comes to it. Where several calls may be handed over, looks when
     * one of eight was. This thread only.
     */
    final void keepCallToWhoHasMuch() {
        if (hasHanded() && caller.handed() % LOOKS_AT_ONE_OF == 1) {
            Task to = handedTo();
            if (to == null || to.hasMuchMail()) {
                withdraw();
            }
        }
    }

    // ---- the worker

    /** Whether there is something, or thieves have taken it and the worker does not know yet. */
    final boolean hasHanded() {
        return ((long) SLOT.get(this) & STEP) != 0;
    }

    /** Whom it is for. */
    final @Nullable Task handedTo() {
        return caller.to;
    }

    /** Whether nothing is to be added: the turn of who has sent it has ended. */
    final void seal(boolean is) {
        sealed = is;
        caller.looksFirst();
    }

    /**
     * Takes all calls out, their target claimed by the worker; returns false if a thief has taken
     * some: the others are to be withdrawn.
     */
    final boolean takeHanded() {
        long now = (long) SLOT.getOpaque(this);
        if ((now & TAKEN) != 0) {
            return false;
        }
        Caller me = caller;
        HandedCalls taken = this.taken;
        if (taken.longs != me.longs) { // seldom: a store of a reference costs as much as the rest
            taken.longs = me.longs;
            taken.references = me.references;
            taken.each = me.each;
        }
        taken.first = me.base;
        SLOT.setOpaque(this, now + STEP); // plain would do: see I2
        taken.count = me.turnOver();
        return true;
    }

    /** What was handed over and not come to. This thread only. */
    final long slotNow() {
        return (long) SLOT.getOpaque(this);
    }

    /** Whether there are calls, and thieves have taken none of them. */
    static boolean isWhole(long slot) {
        return (slot & (STEP | TAKEN)) == STEP;
    }

    /**
     * Takes all calls out; returns how many. The slot {@link #isWhole} and cannot change: their
     * target is claimed, or this worker is a soloist.
     */
    final int takeWhole(long slot) {
        SLOT.setOpaque(this, slot + STEP);
        return caller.turnOver();
    }

    /** Puts what no thief has into the mail of whom it is for. */
    final void withdraw() {
        if (caller.untold != null) {
            caller.tell(); // there is room for one only
        }
        caller.looksFirst();
        Task whose = caller.to;
        int count = caller.handed();
        long was;
        do {
            was = (long) SLOT.getOpaque(this);
        } while (!SLOT.compareAndSet(this, was, (was & -STEP) + STEP));
        int at = (int) (was & TAKEN);
        shared |= at > 0;
        lent += at;
        try { // in this method: there may be no stack to call one that begins with it
            if (whose != null) {
                while (at < count) {
                    at += append(whose, caller.base + at * caller.each, count - at);
                }
            }
        } catch (Throwable e) { // no memory, no stack: it is handed over as before
            slot = (was & -STEP) + 2 * STEP | at; // not a call, likewise
            throw e;
        }
        caller.full = false;
        caller.to = null;
    }

    /** As many as are easily appended at once, and one at least; returns how many. */
    private int append(Task whose, int first, int count) {
        Caller me = caller;
        int many = count == 1 ? 0 : whose.appendMany(me, first, count);
        if (many == 0) {
            whose.append(me, me.longs, me.references, first);
            return 1;
        }
        return many;
    }

    /** Nothing is handed over: holds nothing. */
    final void forget() {
        if (!hasHanded()) {
            caller.to = null;
        }
    }

    // ---- others

    /** What was handed over and what of it was taken. A moment ago. */
    final long slot() {
        return (long) SLOT.getAcquire(this);
    }

    /** Whether that is a slot with calls that nobody has taken. A moment ago. */
    final boolean isHanded(long slot) {
        return (slot & STEP) != 0 && (slot & TAKEN) < handed();
    }

    /** How many calls were handed over at once, those that were taken included. */
    final int handed() {
        return caller.handed();
    }

    /**
     * Looks at the calls of {@code slot}, odd; returns whether {@code into} has them. They are the
     * thief's when it has claimed their target and then {@link #stealHanded} succeeds.
     */
    final boolean lookAtHanded(long slot, Found into) {
        Task whose = caller.to;
        int taken = (int) (slot & TAKEN);
        HandedCalls calls = into.calls;
        calls.longs = caller.longs;
        calls.references = caller.references;
        calls.each = caller.each;
        calls.first = caller.base + taken * calls.each;
        calls.count = handed() - taken;
        into.task = whose;
        return whose != null && calls.count > 0 && (long) SLOT.getAcquire(this) == slot;
    }

    /** Takes so many calls. */
    final boolean stealHanded(long slot, int count) {
        return SLOT.compareAndSet(this, slot, slot + count);
    }

    /**
     * What calls refer to that this thread has handed over, or has taken and not handled: all that
     * is in the arrays. Any thread; a guess.
     */
    final void forEachReferenceInHand(Consumer<Object> taker) {
        forEach(caller.references, taker);
        if (taken.references != caller.references) {
            forEach(taken.references, taker);
        }
    }

    private static void forEach(@Nullable Object[] references, Consumer<Object> taker) {
        for (Object each : references) {
            if (each != null) {
                taker.accept(each);
            }
        }
    }

    /** So many calls that were taken have been handled: nobody reads them any more. */
    final void giveBack(int count) {
        RETURNED.getAndAdd(this, count);
    }
}
