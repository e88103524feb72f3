package io.roundhouse.actor.internal;

import io.roundhouse.actor.Invocation;
import io.roundhouse.actor.MailboxFullException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Worker;
import io.roundhouse.waiting.Wait;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One actor: its object, its mailbox, and how calls get there.
 *
 * <p><b>A full mailbox.</b> A thread that is no actor waits for room. An actor does not wait while
 * it handles a call: its call is accepted, whatever the bound, and it rests after the call that it
 * is handling, until there is room where it sent. So no thread is ever held up, and what an actor
 * can send too much is what it sends while it handles one call. Where the other one rests in its
 * turn, directly or through others, until there is room with this one, this one goes on: a cycle of
 * full mailboxes grows (Parks' rule for Kahn networks).
 */
public final class Actor extends Mailbox {
    private static final int CALLS_A_TURN = 64;
    private static final int SMALL_BOUND = 128;

    private static final VarHandle PRESSURE;

    static {
        try {
            PRESSURE =
                    MethodHandles.lookup().findVarHandle(Actor.class, "pressure", Pressure.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Kind kind;
    final Dispatching dispatching;
    private final Reader reader;
    private final int number;
    private @Nullable Object target;
    private volatile boolean stopped;

    /** Where it rests until there is room. */
    private volatile @Nullable Actor waitsFor;

    private volatile @Nullable Pressure pressure;

    Actor(Kind kind, Dispatching dispatching, Reader reader, Object target, int number) {
        this.kind = kind;
        this.dispatching = dispatching;
        this.reader = reader;
        this.target = target;
        this.number = number;
    }

    // ---- sending

    /**
     * Sends the call that the calling thread has written at {@code me.first}. For generated code.
     */
    public void send(Caller me) {
        Worker worker = me.worker;
        if (worker != null && worker.isOf(dispatching) && isIdle() && worker.hand(this)) {
            return;
        }
        sendByMail(me, worker);
    }

    private void sendByMail(Caller me, @Nullable Worker worker) {
        boolean inside = me.running instanceof Actor sender && sender.kind.house() == kind.house();
        if (!inside) {
            kind.house().checkAcceptsFromOutside(this);
        }
        if (worker != null) {
            worker.keepOrder(this);
        }
        if (!offer(kind.bound(), me.longs, me.references, me.first)) {
            if (inside) {
                grow(me);
            } else {
                waitForRoom(me);
            }
        }
        dispatching.mailed(this, me);
    }

    /** The mailbox is full, and the sender must not wait now. */
    private void grow(Caller me) {
        if (!offer(CEILING, me.longs, me.references, me.first)) {
            me.forget(referencesEach());
            throw new MailboxFullException(
                    "actor "
                            + me.running
                            + " cannot send to "
                            + this
                            + ", which has "
                            + underWay()
                            + " calls to handle: too much was sent while one call was handled, or in a circle: "
                            + chain());
        }
        if (me.running != this) {
            me.pressed = this;
        }
    }

    private void waitForRoom(Caller me) {
        Pressure pressure = pressure();
        ForRoom room = new ForRoom(me, pressure);
        try {
            do {
                me.waiter().await(room);
                kind.house().checkAcceptsFromOutside(this);
            } while (!offer(stopped ? CEILING : kind.bound(), me.longs, me.references, me.first));
        } catch (RuntimeException e) {
            me.forget(referencesEach());
            throw e;
        }
    }

    @Override
    protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
        if (!offer(Long.MAX_VALUE / 4, longs, references, first)) {
            throw new AssertionError("unbounded");
        }
        dispatching.mailed(this, me);
    }

    private final class ForRoom implements Wait {
        private final Caller me;
        private final Pressure pressure;
        private final Thread thread = Thread.currentThread();

        ForRoom(Caller me, Pressure pressure) {
            this.me = me;
            this.pressure = pressure;
        }

        @Override
        public boolean met() {
            return hasRoom() || stopped || kind.house().isClosing();
        }

        @Override
        public void beforePark() {
            pressure.add(me.waiter());
        }

        @Override
        public void afterPark() {
            pressure.remove(me.waiter());
        }

        @Override
        public String toString() {
            return "thread \""
                    + thread.getName()
                    + "\" waits until actor "
                    + Actor.this
                    + " has handled some of its "
                    + underWay()
                    + " calls";
        }
    }

    // ---- running

    @Override
    public int turn(Caller me) {
        return end(me, drain(me, CALLS_A_TURN, Long.MAX_VALUE));
    }

    @Override
    protected int turn(
            Caller me, long[] longs, @Nullable Object[] references, int first, long end) {
        if (isBefore(end)) {
            drainAll(me, end);
        }
        handle(me, (int) longs[first], longs, references, first, first);
        if (me.pressed != null) {
            return end(me, AWAY);
        }
        return hasMail() ? turn(me) : DONE;
    }

    private void drainAll(Caller me, long end) {
        while (drain(me, Integer.MAX_VALUE, end) == AWAY) {
            me.pressed = null; // it rests after the call that was handed over
        }
    }

    private int end(Caller me, int end) {
        if (end == AWAY) {
            waitsFor = (Actor) me.pressed;
            me.pressed = null;
        }
        return end;
    }

    @Override
    void handle(
            Caller me,
            int header,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int firstReference) {
        Object target = this.target;
        if (stopped || target == null || me.isHurried()) {
            dead(kind.binding().decode(this, header - 1, longs, references, first, firstReference));
            return;
        }
        reader.handle(this, target, header - 1, longs, references, first, firstReference);
    }

    /** For generated code: the call at hand threw. */
    public void failed(Throwable thrown, int method, @Nullable Object[] arguments) {
        if (thrown instanceof Error) {
            stop();
        }
        kind.house().failed(kind.binding().invocation(this, method, arguments), thrown);
        Thread.interrupted(); // meant for the call that has failed
    }

    private void dead(Invocation call) {
        kind.house().dead(call);
    }

    // ---- room

    @Override
    int bound() {
        return kind.bound();
    }

    @Override
    int longsEach() {
        return kind.binding().longsEach();
    }

    @Override
    int referencesEach() {
        return kind.binding().referencesEach();
    }

    @Override
    boolean publishesEachHead() {
        Pressure pressure = this.pressure;
        return kind.bound() < SMALL_BOUND || (pressure != null && pressure.isAny());
    }

    private boolean hasRoom() {
        return underWay() < kind.bound();
    }

    @Override
    void madeRoom() {
        Pressure pressure = this.pressure;
        if (pressure != null && pressure.isAny() && (hasRoom() || stopped)) {
            for (Actor each : pressure.relieve()) {
                each.goesOn();
            }
        }
    }

    @Override
    protected void released() {
        madeRoom();
    }

    private Pressure pressure() {
        Pressure now = pressure;
        if (now == null) {
            PRESSURE.compareAndSet(this, null, new Pressure());
            now = Objects.requireNonNull(pressure);
        }
        return now;
    }

    /**
     * Rests until there is room where it sent too much, unless that one rests until there is room
     * here.
     *
     * <p>Each says for whom it waits before it looks (volatile), so the last of those who close a
     * cycle sees all of it. An edge may be out of date by then: its finder goes on though it could
     * have rested, and nothing worse. A cycle that does not lead back here is found by one of those
     * on it.
     */
    @Override
    protected boolean goesAway() {
        Actor where = Objects.requireNonNull(waitsFor);
        if (closesCycle() || where.stopped) {
            waitsFor = null;
            return false;
        }
        Pressure pressure = where.pressure();
        pressure.add(this);
        VarHandle.fullFence(); // it is seen there, or the room is seen here
        if (where.hasRoom() && pressure.remove(this)) {
            waitsFor = null;
            return false;
        }
        return true;
    }

    /** Whether it rests until there is room. Any thread; out of date at once. */
    boolean isResting() {
        return waitsFor != null;
    }

    private void goesOn() {
        waitsFor = null;
        dispatching.resume(this, Caller.current());
    }

    private boolean closesCycle() {
        Actor slow = this;
        boolean step = false;
        for (Actor at = waitsFor; at != null; at = at.waitsFor) {
            if (at == this) {
                return true;
            }
            if (step) {
                Actor next = slow.waitsFor;
                if (next == null || next == at) {
                    return false;
                }
                slow = next;
            }
            step = !step;
        }
        return false;
    }

    /** Who waits for whom, from this actor on, in words. */
    private String chain() {
        StringBuilder words = new StringBuilder(toString());
        Actor at = waitsFor;
        for (int i = 0; i < 16 && at != null && at != this; i++) {
            words.append(" → ").append(at);
            at = at.waitsFor;
        }
        return words.append(at == this ? " → " + this : "").toString();
    }

    // ---- the end

    /** The call being handled is the last one. Any thread; does not wait. */
    void stop() {
        stopped = true;
        madeRoom();
        dispatching.mailed(this, Caller.current()); // so that somebody gets rid of what is there
        if (dispatching instanceof OwnThread own) {
            own.end();
        }
    }

    boolean isStopped() {
        return stopped;
    }

    @Override
    public String toString() {
        String name = kind.name();
        return name == null ? reader.prefix + "-" + number : name;
    }
}
