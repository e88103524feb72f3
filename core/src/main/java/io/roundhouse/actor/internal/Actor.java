package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Carrier;
import io.roundhouse.dispatch.internal.HandedCalls;
import io.roundhouse.dispatch.internal.OnExecutor;
import io.roundhouse.dispatch.internal.Worker;
import io.roundhouse.observe.Events;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One actor: its object, its mailbox, and how calls get there. */
public final class Actor extends Bounded {
    private static final int MANY_RECORDS = 256;

    /** Of a run, before it is looked whether what they have handed over is too much. */
    private static final int CALLS_BETWEEN_LOOKS = 8;

    private static final long CATCHING_UP_NANOS = 20_000;

    /** So that what 32 workers hand over to one actor at a time comes to half of its bound. */
    private static final int BOUND_TO_HANDED = 6;

    private final int number;
    private @Nullable Reader reader;
    private @Nullable Object target;

    Actor(Kind kind, int number) {
        super(kind);
        this.number = number;
    }

    // ---- beginning

    /** Calls that are made while its object is made wait until that is done. Who makes it. */
    void heldUntilMade() {
        if (claim()) {
            life().isHeld = true;
        }
    }

    /** Has an object from now on. Who makes it, once. */
    void begin(Object target, Class<?> type) {
        Reader reader = kind.protocol().reader(target.getClass());
        this.reader = reader;
        Events.actorStarted(this, type); // first: one that has an object may come to its end
        this.target = target;
        if (reader.tellsOfLife || lifeIfAny() != null) {
            life().begins(target);
            goesOnAfterMaking();
        }
    }

    /** Its object could not be made: whatever it has been sent already is dead letters. */
    void fail() {
        Life life = lifeIfAny();
        if (life != null) {
            life.isNotMade();
            stop();
            goesOnAfterMaking();
        }
    }

    private void goesOnAfterMaking() {
        Life life = life();
        if (!life.isHeld) {
            return;
        }
        life.isHeld = false;
        release();
        VarHandle.fullFence();
        if (hasMail()) {
            dispatching().mailed(this, Caller.current());
        }
    }

    /** The runner; before it runs, who makes it. */
    Life life() {
        Life mine = lifeIfAny();
        if (mine == null) {
            mine = new Life(this);
            rare().life = mine;
        }
        return mine;
    }

    @Override
    boolean isMadeHere() {
        Life life = lifeIfAny();
        return life != null && life.isMadeHere();
    }

    @Nullable Life lifeIfAny() {
        Rare rare = rareIfAny();
        return rare == null ? null : rare.life;
    }

    /** An answer that it owed has come. Any thread. */
    void gave(Answer answer) {
        Life life = lifeIfAny();
        if (life != null) {
            life.gave(answer);
        }
    }

    /** The object behind it; null before it is there, and when it has come to its end. */
    public @Nullable Object target() {
        return target;
    }

    // ---- sending

    /**
     * Sends the call that the calling thread has written at {@code me.first}. For generated code.
     */
    public void send(Caller me) {
        if (!me.hands(this)) {
            sendByMail(me, me.worker);
        }
    }

    private void sendByMail(Caller me, @Nullable Worker worker) {
        if (me.untold != null) {
            me.tell();
        }
        try {
            putIntoMail(me, worker);
        } catch (StackOverflowError e) {
            me.visits |= Caller.LEAVES_MORE_TO_DO;
            me.untold = this; // it may have mail that nobody knows of
            throw e;
        }
    }

    private void putIntoMail(Caller me, @Nullable Worker worker) {
        boolean inside =
                me.running instanceof Actor; // of any house: it must not hold its thread up
        if (!inside || !isOfSameHouse(me)) {
            CallLane lane = inside || !dispatching().hasLanes ? null : lane(me);
            if (lane != null) {
                lane.send(me);
                return;
            }
            checkAcceptsFromOutside(me);
        }
        if (worker != null) {
            worker.keepOrder(this);
        }
        if (!offer(kind.bound(), me.longs, me.references, me.first)) {
            if (inside) {
                Sending.grow(this, me);
            } else {
                Sending.waitForRoom(this, me);
            }
        }
        dispatching().mailed(this, me);
    }

    /**
     * The first lane, if it is the calling thread's, which sends by it without further looks: no
     * carrier, not about to run an actor, and nothing is left to be told. For generated code.
     */
    public @Nullable CallLane streams() {
        Rare rare = rareIfAny();
        CallLane lane = rare == null ? null : rare.firstLane();
        return lane != null && lane.isCallers() ? lane : null;
    }

    /** The lane of the calling thread, if it has one, or is to have one by now. */
    private @Nullable CallLane lane(Caller me) {
        Rare rare = rareIfAny();
        CallLane first = rare == null ? null : rare.firstLane();
        return first != null && first.thread == Thread.currentThread()
                ? first
                : Stream.lane(this, me);
    }

    boolean isOfSameHouse(Caller me) {
        return me.running instanceof Actor sender && sender.kind.house() == kind.house();
    }

    /** Has its first lanes. Its lock is held. */
    void lanes(CallLanes first) {
        kind.house().hasLanes(this); // first: there may be no stack to say so afterwards
        hasLanes(first);
        if (kind.house().isClosing()) {
            haltLanes();
        }
    }

    int number() {
        return number;
    }

    @Override
    void grew(int records, boolean beyond) {
        if (beyond) {
            marksGrowth();
        }
        if (records > MANY_RECORDS) {
            Events.mailboxGrew(this, records, kind.bound());
        }
    }

    @Override
    void shrank() {
        marksGrowth();
    }

    /** The house is closed: threads that have called do not hold this any longer. */
    void forgetLanes() {
        CallLanes lanes = lanes();
        if (lanes != null) {
            lanes.forget();
        }
    }

    /** For a lane: something was loaded, and nobody may be looking. */
    void mailed(Caller me) {
        dispatching().mailed(this, me);
    }

    /** For a lane: the actor has been stopped. */
    void deadOnArrival(Caller me) {
        DeadLetter.arrives(
                this, (int) me.longs[me.first] - 1, me.longs, me.references, me.first, me.first);
    }

    /** Lanes have their loaders look at the state of things. */
    void haltLanes() {
        CallLanes lanes = lanes();
        if (lanes != null) {
            lanes.haltLoaders();
        }
    }

    @Override
    protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
        if (!offer(kind.bound(), longs, references, first)) {
            if (!offer(IN_ANY_CASE, longs, references, first)) {
                throw new AssertionError("in any case");
            }
            if (me.running != null && me.running != this) {
                me.pressed = this;
                me.visits |= Caller.LEAVES_MORE_TO_DO; // not a call: see HandsOver.withdraw
            }
        }
        try {
            dispatching().mailed(this, me);
        } catch (StackOverflowError e) {
            me.visits |= Caller.LEAVES_MORE_TO_DO;
            me.untold = this; // the call is in the mail, and that is what was to be done
        }
    }

    @Override
    protected int appendMany(Caller me, int first, int count) {
        int many = offerMany(me, first, count);
        if (many > 0) {
            try {
                dispatching().mailed(this, me);
            } catch (StackOverflowError e) {
                me.visits |= Caller.LEAVES_MORE_TO_DO;
                me.untold = this; // likewise
            }
        }
        return many;
    }

    @Override
    protected void mayHaveMail(Caller me) {
        dispatching().mailed(this, me);
    }

    // ---- what comes before calls

    /**
     * To be done before any more calls; when it has been stopped, too, so that what is attached to
     * an answer never runs beside its last call or anything else that is its own. Any thread.
     */
    void control(Control step) {
        Caller me = Caller.current();
        me.tell();
        put(step);
        try {
            dispatching().mailed(this, me);
            Rare rare = rareIfAny();
            Waiter joiner = rare == null ? null : rare.joiner;
            if (joiner != null) {
                joiner.wake();
            }
        } catch (StackOverflowError e) {
            me.visits |= Caller.LEAVES_MORE_TO_DO;
            me.untold = this; // it has been taken
        }
    }

    @Override
    void wentWrong(Throwable thrown) {
        kind.house().problems.report("an answer to " + this, thrown);
    }

    /**
     * The runner waits with this for a future that depends on answers in its mail; returns with
     * what it did so before.
     */
    @Nullable Waiter joins(@Nullable Waiter waiter) {
        Rare rare = rare();
        Waiter before = rare.joiner;
        rare.joiner = waiter;
        return before;
    }

    /** Where it waits in a way that is known of, that is no matter: it says for whom. */
    @Override
    protected boolean leavesAnswers() {
        return hasAnswer() && !isWaiting();
    }

    // ---- running

    @Override
    public int turn(Caller me) {
        if (isControlled() && !(dispatching() instanceof OnExecutor its && its.isCallNext())) {
            doControl(me);
            if (me.pressed != null) { // by what was attached to an answer
                return end(me, AWAY);
            }
            if (dispatching() instanceof OnExecutor its && hasMail()) {
                its.callIsNext(); // answers may come without end
                return MORE; // who waits below may have waited for an answer that was among it
            }
        }
        CallLanes lanes = lanes();
        return end(me, lanes == null ? drainMail(me) : turn(me, lanes));
    }

    /**
     * A turn's mail; for some microseconds where it is behind and its calls are short: turns are of
     * so many calls, and where those of its senders are long it would never catch up. Only in a
     * worker's own turn: who runs it within a call may be waiting for one of those that it handles.
     */
    private int drainMail(Caller me) {
        int calls = dispatching().callsATurn;
        Worker worker = me.worker;
        if (worker == null || !me.handsOverTo(dispatching()) || !isBehind()) {
            return drain(me, calls, Long.MAX_VALUE);
        }
        long begun = worker.now();
        int end;
        long before;
        do {
            before = me.done;
            end = drain(me, calls, Long.MAX_VALUE);
        } while (end == MORE
                && !me.full
                && me.done - before >= calls // else it is for another reason
                && worker.now() - begun < CATCHING_UP_NANOS);
        return end;
    }

    /** The mail that came before what is found in the lanes comes first: see {@link CallLanes}. */
    private int turn(Caller me, CallLanes lanes) {
        if (lanes.areSilent()) {
            return drainMail(me);
        }
        if (!lanes.look()) {
            int end = drainMail(me);
            return end == DONE ? LISTENS : end;
        }
        int end = drain(me, Integer.MAX_VALUE, sent());
        if (end == DONE) {
            me.settle();
            if (me.pressed == null) {
                lanes.unload(me);
            }
            end = me.pressed == null ? MORE : AWAY;
        }
        return end;
    }

    @Override
    protected boolean isPlain() {
        return isUnmarked() && !isMailed() && !isControlled();
    }

    /** Whether it {@link #isPlain}, and has nothing that few actors have. */
    boolean hasNothing() {
        return rareIfAny() == null && isPlain();
    }

    @Override
    protected void listen() {
        CallLanes lanes = lanes();
        if (lanes != null) {
            lanes.listen();
        }
    }

    @Override
    protected boolean hasMail() {
        CallLanes lanes = lanes();
        return isMailed() || isControlled() || (lanes != null && lanes.hasMail());
    }

    @Override
    protected int turn(Caller me, HandedCalls calls) {
        try {
            if (isControlled()) { // such as its beginning, where it has just been made
                doControl(me);
                me.pressed = null; // likewise: see drainAll
            }
            if (isBefore(calls.end)) {
                drainAll(me, calls.end);
            }
        } finally { // they have been taken, and must not be lost
            handleAll(me, calls.longs, calls.references, calls.first, calls.each, calls.count);
        }
        return turnAfter(me);
    }

    @Override
    protected int turnWith(Caller me, int first, int count) {
        if (count == 1 && !Events.timesCalls()) {
            handlePlainly(me, first);
        } else {
            handleAll(me, me.longs, me.references, first, me.each, count);
        }
        return me.leavesNothing() ? PLAINLY_DONE : turnAfter(me);
    }

    /** A call to who was just claimed and {@link #isPlain}: so it has an object, and goes on. */
    private void handlePlainly(Caller me, int first) {
        Object target = this.target;
        Reader reader = this.reader;
        long[] longs = me.longs;
        if (target == null || reader == null) { // its handle came here by a race
            handle(me, (int) longs[first], longs, me.references, first, first);
            return;
        }
        me.done++;
        reader.handle(this, target, (int) longs[first] - 1, longs, me.references, first, first);
    }

    /** What comes behind calls that were handed over. */
    private int turnAfter(Caller me) {
        if (me.pressed != null) {
            return end(me, AWAY);
        }
        CallLanes lanes = lanes();
        boolean isMore = isMailed() || isControlled() || (lanes != null && !lanes.areSilent());
        return isMore ? turn(me) : DONE;
    }

    /**
     * Handles all of them: what their sender sends from now on may be in the mail already. If it
     * sends too much, it rests behind the last one.
     */
    private void handleAll(
            Caller me,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int each,
            int count) {
        int at = first;
        for (int left = count - 1; left > 0; left--, at += each) {
            try {
                handle(me, (int) longs[at], longs, references, at, at);
                if ((left & CALLS_BETWEEN_LOOKS - 1) == 0) {
                    me.settle();
                }
            } catch (RuntimeException | Error e) { // no memory, no stack: the others are not lost
                reportIfPossible(e);
            }
        }
        handle(me, (int) longs[at], longs, references, at, at);
    }

    private void reportIfPossible(Throwable thrown) {
        try {
            kind.house().problems.report("a call to " + this, thrown);
        } catch (RuntimeException | Error again) {
            Carrier.survive(again);
        }
    }

    @Override
    protected int mostHanded() {
        return hasGrownFar() ? 1 : kind.bound() >> BOUND_TO_HANDED;
    }

    @Override
    protected int isPressed(Caller me) {
        return end(me, AWAY);
    }

    private void drainAll(Caller me, long end) {
        while (drain(me, Integer.MAX_VALUE, end) != DONE) {
            me.pressed = null; // it rests after the call that was handed over
        }
    }

    private int end(Caller me, int end) {
        if (end == AWAY) {
            waitsFor(Objects.requireNonNull((Bounded) me.pressed), Awaited.ROOM);
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
        me.done++;
        Object target = this.target;
        Reader reader = this.reader;
        if (isStopped() || target == null || reader == null || me.isHurried()) {
            DeadLetter.arrives(this, header - 1, longs, references, first, firstReference);
            return;
        }
        if (Events.timesCalls()) {
            Object begun = Events.callBegins();
            reader.handle(this, target, header - 1, longs, references, first, firstReference);
            Events.callEnds(begun, this, kind.protocol().methodName(header - 1));
        } else {
            reader.handle(this, target, header - 1, longs, references, first, firstReference);
        }
        me.dropInterrupt();
    }

    /** For generated code: the call at hand threw. */
    public void failed(
            Throwable thrown, int method, @Nullable Object[] arguments, @Nullable Answer answer) {
        boolean isToBeReported = answer == null;
        try {
            if (thrown instanceof Error) {
                Life.endsBy(this, thrown);
            }
        } finally { // who asked is told, though there is no memory for the end
            if (answer != null) {
                answering(null);
                isToBeReported = !answer.arrive(null, thrown);
            }
        }
        if (isToBeReported || thrown instanceof Error) {
            tellsOfFailure(thrown, method, arguments);
        }
        Thread.interrupted(); // meant for the call that has failed
    }

    /** A call of it threw, and its caller is not told. */
    void tellsOfFailure(Throwable thrown, int method, @Nullable Object[] arguments) {
        kind.house().problems.failed(kind.protocol().invocation(this, method, arguments), thrown);
    }

    // ---- the end

    /** The call being handled is the last one. Any thread; does not wait. */
    void stop() {
        if (!isFirstToStop()) {
            return;
        }
        haltLanes();
        relieves();
        control(new End(this)); // has somebody get rid of what is there, too
    }

    /** Its object is not needed any more. The runner. */
    void hasEnded() {
        boolean was = target != null; // its factory may have thrown
        target = null;
        if (was) {
            Events.actorStopped(this);
        }
        dispatching().ended(this);
    }

    @Override
    public String toString() {
        String name = kind.name();
        Reader reader = this.reader;
        return name != null
                ? name
                : (reader == null ? kind.protocol().toString() : reader.prefix) + "-" + number;
    }
}
