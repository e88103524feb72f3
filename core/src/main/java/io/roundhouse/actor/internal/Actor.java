package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.AskCycleException;
import io.roundhouse.actor.Invocation;
import io.roundhouse.actor.MailboxFullException;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Task;
import io.roundhouse.dispatch.internal.Worker;
import io.roundhouse.railway.internal.Bell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
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
    private static final int SMALLEST_BOUND_FOR_LANES = 1024;
    private static final int CALLS_UNTIL_LANE = 64;
    private static final int MOST_VISITS = 16;

    private static final VarHandle PRESSURE;
    private static final VarHandle ANSWERS;

    static {
        try {
            PRESSURE =
                    MethodHandles.lookup().findVarHandle(Actor.class, "pressure", Pressure.class);
            ANSWERS = MethodHandles.lookup().findVarHandle(Actor.class, "answers", Answer.class);
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
    private volatile @Nullable CallLanes lanes;

    /** Answers that have arrived, the newest first. */
    private volatile @Nullable Answer answers;

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
        if (worker != null
                && worker.isOf(dispatching)
                && isIdle()
                && me.running != null
                && worker.hand(this)) {
            return;
        }
        sendByMail(me, worker);
    }

    private void sendByMail(Caller me, @Nullable Worker worker) {
        boolean inside =
                me.running instanceof Actor; // of any house: it must not hold its thread up
        if (!inside || !isOfSameHouse(me)) {
            CallLane lane = inside ? null : laneOf(me);
            if (lane != null) {
                lane.send(me);
                return;
            }
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

    private boolean isOfSameHouse(Caller me) {
        return me.running instanceof Actor sender && sender.kind.house() == kind.house();
    }

    /** The lane of a thread that calls again and again. */
    private @Nullable CallLane laneOf(Caller me) {
        Stream stream = (Stream) me.stream(number);
        if (stream == null || stream.actor.get() != this) {
            CallLanes lanes = this.lanes;
            stream = new Stream(this, lanes == null ? null : lanes.of(Thread.currentThread()));
            me.stream(number, stream);
        }
        CallLane lane = stream.lane;
        if (lane == null && ++stream.calls == CALLS_UNTIL_LANE) {
            lane = newLane();
            stream.lane = lane;
            if (lane != null) {
                lane.rememberedBy(stream);
            }
        }
        return lane;
    }

    private synchronized @Nullable CallLane newLane() {
        Thread me = Thread.currentThread();
        if (me.isVirtual() || kind.bound() < SMALLEST_BOUND_FOR_LANES || stopped) {
            return null;
        }
        CallLanes lanes = this.lanes;
        Waiter waiter = WaitStrategy.adaptive().newWaiter();
        int room = Integer.highestOneBit(kind.bound());
        if (lanes != null) {
            CallLane lane = new CallLane(this, me, room, lanes.bell(), waiter);
            return lanes.add(lane) ? lane : null;
        }
        Bell bell = new Bell();
        CallLane lane = new CallLane(this, me, room, bell, waiter);
        this.lanes = new CallLanes(this, lane, bell);
        kind.house().hasLanes(this);
        return lane;
    }

    /** How often one thread has called; does not hold the actor, once its house is closed. */
    static final class Stream {
        final WeakReference<Actor> actor;
        @Nullable CallLane lane;
        int calls;

        Stream(Actor actor, @Nullable CallLane lane) {
            this.actor = new WeakReference<>(actor);
            this.lane = lane;
        }
    }

    /** The house is closed: threads that have called do not hold this any longer. */
    void forgetLanes() {
        CallLanes lanes = this.lanes;
        if (lanes != null) {
            lanes.forget();
        }
    }

    /** For a lane: something was loaded, and nobody may be looking. */
    void mailed(Caller me) {
        dispatching.mailed(this, me);
    }

    /** For a lane: the actor has been stopped. */
    void deadOnArrival(Caller me) {
        dead(me, (int) me.longs[me.first] - 1, me.longs, me.references, me.first, me.first);
    }

    /** Lanes have their loaders look at the state of things. */
    void haltLanes() {
        CallLanes lanes = this.lanes;
        if (lanes != null) {
            lanes.haltLoaders();
        }
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
            return describeWait(thread, underWay());
        }
    }

    String describeWait(Thread thread, long calls) {
        return "thread \""
                + thread.getName()
                + "\" waits until actor "
                + this
                + " has handled some of its "
                + calls
                + " calls";
    }

    // ---- asking

    /** For generated code: the answer to a call whose caller goes on. */
    public Answer ask(Caller me) {
        return new Answer(this, me.running instanceof Actor asker ? asker : null);
    }

    /**
     * For generated code: the answer to a call whose caller waits; throws where it would wait for
     * ever.
     */
    public Answer call(Caller me) {
        return new Answer(this, null);
    }

    /** For generated code: waits for the answer; throws what the call threw. */
    public @Nullable Object await(Caller me, Answer answer) {
        if (!answer.isDone()) {
            waitIn(me, answer);
        }
        return answer.await(me);
    }

    /** An actor that waits says for whom, and has others run meanwhile. */
    void waitIn(Caller me, Answer answer) {
        Actor asker = me.running instanceof Actor running ? running : null;
        if (asker == null) {
            answer.awaitArrival(me);
            return;
        }
        asker.waitsFor = this; // volatile: see closesCycle
        try {
            if (asker.closesCycle()) {
                String chain = asker.chain();
                if (answer.begins()) {
                    answer.cancel(false);
                }
                throw new AskCycleException("actors wait for each other's answers: " + chain);
            }
            asker.dispatching.blocks(me);
            answer.awaitArrival(me);
        } finally {
            asker.waitsFor = null;
        }
    }

    /**
     * For generated code: whether the caller may run this actor now, and has it. It is idle,
     * without mail, and run by workers.
     */
    public boolean runsHere(Caller me) {
        if (!dispatching.mayVisit(me) || me.depth >= MOST_VISITS) {
            return false;
        }
        Worker worker = me.worker;
        if (worker != null) {
            worker.keepOrder(this);
        }
        if (!visit()) {
            return false;
        }
        if (hasMail()
                || target == null
                || stopped
                || !dispatching.mayVisit(me)
                || isClosedFor(me)) {
            endVisit();
            if (hasMail()) {
                dispatching.mailed(this, me);
            }
            return false;
        }
        me.running = this;
        me.depth++;
        return true;
    }

    private boolean isClosedFor(Caller me) {
        return kind.house().isClosing() && !isOfSameHouse(me);
    }

    /** For generated code: what {@link #runsHere} allowed has been done. */
    public void ranHere(Caller me, @Nullable Task before) {
        me.depth--;
        me.running = before;
        endVisit();
        if (stopped) {
            dispatching.mailed(this, me);
        }
    }

    /** For generated code: likewise, and it threw. */
    public void threwHere(Caller me, @Nullable Task before, Throwable thrown) {
        if (thrown instanceof Error) {
            stop();
        }
        ranHere(me, before);
    }

    /** For generated code: the object behind it. */
    public @Nullable Object target() {
        return target;
    }

    /** For generated code: the call has returned this. */
    public void answers(Answer answer, @Nullable Object value) {
        answer.arrive(value, null);
    }

    /** For generated code: the call has returned a stage or future. */
    public void answersLater(Answer answer, @Nullable Object returned) {
        if (returned instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, thrown) -> answer.arrive(value, unwrapped(thrown)));
        } else if (returned instanceof Future<?> future && future.isDone()) {
            switch (future.state()) {
                case SUCCESS -> answer.arrive(future.resultNow(), null);
                case FAILED -> answer.arrive(null, future.exceptionNow());
                default ->
                        answer.arrive(null, new CancellationException("the answer was cancelled"));
            }
        } else {
            answer.arrive(
                    null,
                    new IllegalStateException(
                            this
                                    + " returned "
                                    + (returned == null ? "null" : returned.getClass().getName())
                                    + "; an answer that comes later is a CompletionStage, or a Future that is done"));
        }
    }

    private static @Nullable Throwable unwrapped(@Nullable Throwable thrown) {
        return thrown instanceof CompletionException && thrown.getCause() != null
                ? thrown.getCause()
                : thrown;
    }

    // ---- answers that arrive here

    /** Takes an answer into its mail; returns whether it could: not when it is stopped. */
    boolean takes(Answer answer) {
        if (stopped) {
            return false;
        }
        Answer before;
        do {
            before = answers;
            answer.next = before;
        } while (!ANSWERS.compareAndSet(this, before, answer));
        dispatching.mailed(this, Caller.current());
        return true;
    }

    /** Opens all answers that are in its mail, the oldest first. The runner. */
    private void openAnswers() {
        Answer newest = (Answer) ANSWERS.getAndSet(this, null);
        Answer oldest = null;
        while (newest != null) {
            Answer before = newest.next;
            newest.next = oldest;
            oldest = newest;
            newest = before;
        }
        for (; oldest != null; oldest = oldest.next) {
            try {
                oldest.open();
            } catch (Throwable thrown) { // what is attached to a future does not throw through it
                kind.house().report("an answer to " + this, thrown);
            }
        }
    }

    /** The runner waits for this answer in the middle of a call: it is not to be in the mail. */
    void opens(Answer wanted) {
        for (Answer each = answers; each != null; each = each.next) {
            if (each == wanted) {
                wanted.open();
                return;
            }
        }
    }

    // ---- running

    @Override
    public int turn(Caller me) {
        if (answers != null) {
            openAnswers();
        }
        CallLanes lanes = this.lanes;
        return end(me, lanes == null ? drain(me, CALLS_A_TURN, Long.MAX_VALUE) : turn(me, lanes));
    }

    /** The mail that came before what is found in the lanes comes first: see {@link CallLanes}. */
    private int turn(Caller me, CallLanes lanes) {
        if (!lanes.look()) {
            int end = drain(me, CALLS_A_TURN, Long.MAX_VALUE);
            return end == DONE ? LISTENS : end;
        }
        int end = drain(me, Integer.MAX_VALUE, sent());
        if (end == DONE) {
            lanes.unload(me);
            end = me.pressed == null ? MORE : AWAY;
        }
        return end;
    }

    @Override
    protected void listen() {
        CallLanes lanes = this.lanes;
        if (lanes != null) {
            lanes.listen();
        }
    }

    @Override
    protected boolean hasMail() {
        CallLanes lanes = this.lanes;
        return isMailed() || answers != null || (lanes != null && lanes.hasMail());
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
        return isMailed() || lanes != null || answers != null ? turn(me) : DONE;
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
        me.calls++;
        Object target = this.target;
        if (stopped || target == null || me.isHurried()) {
            dead(me, header - 1, longs, references, first, firstReference);
            return;
        }
        reader.handle(this, target, header - 1, longs, references, first, firstReference);
    }

    /** For generated code: the call at hand threw. */
    public void failed(
            Throwable thrown, int method, @Nullable Object[] arguments, @Nullable Answer answer) {
        if (thrown instanceof Error) {
            stop();
        }
        if (answer != null) {
            answer.arrive(null, thrown);
        }
        if (answer == null || thrown instanceof Error) {
            kind.house().failed(kind.binding().invocation(this, method, arguments), thrown);
        }
        Thread.interrupted(); // meant for the call that has failed
    }

    private void dead(
            Caller me,
            int method,
            long[] longs,
            @Nullable Object[] references,
            int firstLong,
            int firstReference) {
        Answer answer = kind.binding().answer(method, references, firstReference);
        Invocation call =
                kind.binding().decode(this, method, longs, references, firstLong, firstReference);
        if (answer != null) {
            answer.arrive(
                    null,
                    new ActorStoppedException("the actor has been stopped, no answer to " + call));
        }
        Task before = me.running;
        me.running = null; // who is told calls from outside, and is refused when the house closes
        try {
            kind.house().dead(call);
        } finally {
            me.running = before;
        }
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
            pressure.relieve();
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

    void goesOn() {
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
        haltLanes();
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
