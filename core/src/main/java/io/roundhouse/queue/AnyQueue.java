package io.roundhouse.queue;

import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Spin;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.BellWait;
import io.roundhouse.waiting.internal.Crowd;
import io.roundhouse.waiting.internal.Stay;
import io.roundhouse.waiting.internal.Stores;
import io.roundhouse.waiting.internal.Thrown;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What queues have in common whatever their elements are: claiming, waiting, closing, counting.
 *
 * <pre>
 *            head                       tail
 *             ▼                          ▼
 *   … free  [ a  b  c  d  e  f  _  g  h ]  free …        _  claimed, its producer has not put it yet
 *
 * Invariants
 *   I1  head &lt;= tail &lt;= head + capacity
 *   I2  a position is claimed once at the tail, by who puts its element, and once at the head, by
 *       who takes it; with one thread at an end, that thread need not claim
 * </pre>
 *
 * <p>An end that may not be claimed is <em>barred</em> by a bit that puts it beyond every limit, so
 * that the hot paths need not look for it: the tail of a closed queue, and the head while somebody
 * removes from the middle. The tail of a lone producer cannot be barred: see {@link Seal}.
 */
abstract class AnyQueue extends Ends {
    /** In a position that must not be claimed. */
    static final long BARRED = 1L << 62;

    /** No position: full, or closed. */
    static final long NONE = -1;

    /** In a limit that nothing is below; the rest tells what it was. */
    static final long REVOKED = Long.MIN_VALUE;

    private static final int SPINS_BETWEEN_LOOKS = 8;

    private static final String CLOSED_FOR_PRODUCERS =
            "nothing can be put: the queue has been closed";

    final boolean oneProducer;
    final boolean oneConsumer;
    private final Plan plan;
    final Waiter takers;
    final Waiter putters;
    private final Wait forElement;
    private final Wait forRoom;

    /** How much room a producer that waits likes to find. */
    private final int run;

    private final BooleanSupplier roomForRun;

    private final Seal seal = new Seal();

    /** Nothing that begins now is accepted. */
    private volatile boolean closing;

    /** Nothing is accepted any more: consumers may leave. */
    private volatile boolean closed;

    /**
     * @param size slots for references
     */
    AnyQueue(Plan plan, int size) {
        this(plan, plan.takers(), plan.putters(), size);
    }

    private AnyQueue(Plan plan, Waiter takers, Waiter putters, int size) {
        super(plan, takers, putters, size);
        this.plan = plan;
        this.oneProducer = plan.producers() == Producers.ONE_PRODUCER;
        this.oneConsumer = plan.consumers() == Consumers.ONE_CONSUMER;
        this.takers = takers;
        this.putters = putters;
        this.forElement = new ForElement();
        this.forRoom = new ForRoom();
        this.run = Slip.run(plan.capacity());
        this.roomForRun = () -> limitForProducers() - tailPosition() >= run;
    }

    // ---- what a shape knows

    /**
     * Whether there is an element for a consumer that waits. It may say no while one is being put.
     */
    abstract boolean hasElement();

    /** Takes back what the only producer has put at a position that was refused. */
    abstract void takeBack(long position);

    /** Somebody listens to the bell of elements, or it is closed; called after that. Any thread. */
    void watchPuts() {}

    /** Somebody listens to the bell of room, or it is closed; called after that. Any thread. */
    void watchTakes() {}

    // ---- hot path: what shapes build on

    /** An element has been put there; whether it counts: not if the queue is closed before it. */
    final boolean hasPut(long position) {
        return elements.quiet() || hasPutAloud(position);
    }

    private boolean hasPutAloud(long position) {
        ring(elements, takers, oneProducer);
        if (accepts(position)) {
            return true;
        }
        tailLimitOpaque(REVOKED | position + 1);
        moveTail(position);
        takeBack(position);
        return false;
    }

    /** An element has been taken from there; whether it counts: not if its producer is refused. */
    final boolean hasTaken(long position) {
        return room.quiet() || hasTakenAloud(position);
    }

    private boolean hasTakenAloud(long position) {
        ring(room, putters, oneConsumer);
        if (accepts(position)) {
            return true;
        }
        if (oneConsumer) {
            moveHead(position);
        }
        return false;
    }

    /**
     * @param alone whether nobody else rings but to pass a wake-up on
     */
    private static void ring(Bell bell, Waiter listeners, boolean alone) {
        if (alone && listeners instanceof Crowd crowd && !bell.stays()) {
            crowd.wakeAlone();
        } else {
            bell.ring();
        }
    }

    /** Whether what is seen at a position counts. Any thread. */
    final boolean accepts(long position) {
        return !isSealing() || seal.accepts(position);
    }

    /** Whether what the only producer puts may be behind the end. */
    private boolean isSealing() {
        return !room.quiet() && oneProducer && room.closed();
    }

    /** Where the queue ends, once it is closed for good; elsewhere beyond all positions. */
    final long end() {
        return seal.end();
    }

    /** There is more room; no element of its own has told so. */
    final void madeRoom() {
        if (!room.quiet()) {
            room.ring();
        }
    }

    /** How far has been claimed or put. Any thread. */
    long tailPosition() {
        return tailAcquire() & ~BARRED;
    }

    /** The same for the only producer, who alone writes it. */
    long ownTail() {
        return tail & ~BARRED;
    }

    /** Sets how far has been put (release). The only producer. */
    void moveTail(long position) {
        publishTail(position);
    }

    /** How far has been claimed or taken. Any thread. */
    long headPosition() {
        return headAcquire() & ~BARRED;
    }

    /** The same for the only consumer, who alone writes it. */
    long ownHead() {
        return head & ~BARRED;
    }

    /** Sets how far has been taken (release). Who owns the head. */
    void moveHead(long position) {
        publishHead(position);
    }

    // ---- claiming at the tail

    /** Whether the only producer may put an element at that position. */
    final boolean hasRoomAlone(long at) {
        return at < tailLimit || grant(at, limitForProducers());
    }

    /** Lets the only producer go on to the limit, unless that is no further, or it may not. */
    final boolean grant(long at, long limit) {
        if (at >= limit || closing) {
            return false;
        }
        tailLimitOpaque(limit);
        return true;
    }

    /** Whether the only producer has been let put an element there. Any thread. */
    final boolean isGranted(long position) {
        return (tailLimitOpaque() & ~REVOKED) > position;
    }

    /** A position that is the calling producer's to fill, one of many; {@link #NONE} if none is. */
    final long claim() {
        while (true) {
            long at = tailAcquire();
            if (!mayClaim(at)) {
                return NONE;
            }
            if (casTail(at, at + 1)) {
                return at;
            }
            Spin.afterALostRace();
        }
    }

    /** Whether a tail that was read is below the limit. */
    final boolean mayClaim(long at) {
        return at < tailLimitOpaque() || moreRoom(at);
    }

    private boolean moreRoom(long at) {
        long limit = limitForProducers();
        if (at >= limit) { // or barred
            return false;
        }
        tailLimitOpaque(limit);
        return true;
    }

    /**
     * How many positions from a tail on are below the limit, of so many. From a tail that was read
     * long ago there seem to be more than there are places: no more than those.
     */
    final int roomFrom(long at, int wanted) {
        int most = Math.min(wanted, capacity);
        long known = tailLimitOpaque() - at;
        long room = known < most ? limitForProducers() - at : known;
        VarHandle.acquireFence(); // behind a limit that another producer has read
        return (int) Math.min(most, room);
    }

    private long limitForProducers() {
        return headPosition() + capacity;
    }

    // ---- claiming at the head

    /** Whether a head that was read is below the tail. */
    final boolean mayTake(long at) {
        return at < headLimitOpaque() || moreElements(at);
    }

    private boolean moreElements(long at) {
        long limit = tailPosition();
        if (at >= limit) { // or barred
            return false;
        }
        headLimitOpaque(limit);
        return true;
    }

    /** How many positions from a head on are below the tail, of so many. */
    final int elementsFrom(long at, int wanted) {
        long known = headLimitOpaque() - at;
        long there = known < wanted ? tailPosition() - at : known;
        VarHandle.acquireFence(); // behind a limit that another consumer has read
        return (int) Math.min(wanted, there);
    }

    /** Bars the head; returns where it is. One of many consumers; others wait meanwhile. */
    final long barHead() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long at = headAcquire();
            if ((at & BARRED) == 0 && casHead(at, at | BARRED)) {
                return at;
            }
        }
    }

    // ---- waiting

    /** What may wait says so first: who was interrupted before is told so, as in the JDK. */
    static void throwIfInterrupted() throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw interruptedBefore();
        }
    }

    private static InterruptedException interruptedBefore() {
        Thread.interrupted();
        return new InterruptedException("interrupted before a call that may wait");
    }

    /**
     * Waits until there may be room; returns whether there was in time.
     *
     * @param deadline of {@link Sleep#deadline}
     * @throws QueueClosedException if the queue is closed
     */
    final boolean awaitRoom(long deadline) throws InterruptedException {
        if (!oneProducer && !Sleep.isOver(deadline)) {
            letRoomGather();
        }
        boolean met = await(putters, forRoom, Sleep.left(deadline));
        if (closing) {
            throw closedForProducers();
        }
        return met;
    }

    /** Waits until there may be an element or the queue is closed; returns whether so in time. */
    final boolean awaitElement(long deadline) throws InterruptedException {
        return await(takers, forElement, Sleep.left(deadline));
    }

    /**
     * Keeps one of many producers from taking each place as soon as it is free, and with it a cache
     * line from the consumer; for some microseconds, and no longer than room gathers. A single
     * producer has a {@link Slip} for that.
     */
    private void letRoomGather() {
        if (run < Slip.LEAST_RUN) {
            return;
        }
        long before = headPosition();
        for (int i = 0; i < Slip.PAUSES; i++) {
            if (Sleep.pause(roomForRun, Slip.PAUSE_NANOS, SPINS_BETWEEN_LOOKS)) {
                return;
            }
            long now = headPosition();
            if (now == before) {
                return;
            }
            before = now;
        }
    }

    private boolean await(Waiter waiter, Wait wait, long nanos) throws InterruptedException {
        boolean met = false;
        try {
            met = waiter.await(wait, nanos);
            return met;
        } catch (WaitInterruptedException e) {
            Thread.interrupted();
            throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
        } finally {
            if (!met) { // a wake-up may have come to this thread too late
                if (wait == forRoom) {
                    passOnRoom();
                } else {
                    passOnElements();
                }
            }
        }
    }

    /** Others, if there are any, may wait for what is left, after a wait of the caller. */
    final void passOnElements() {
        if (!oneConsumer) {
            passOn(elements, forElement);
        }
    }

    /** Others, if there are any, may wait for the room that is left, after a wait of the caller. */
    final void passOnRoom() {
        if (!oneProducer) {
            passOn(room, forRoom);
        }
    }

    /** Where the stack ends they are told by the next call: the caller keeps what it has got. */
    private static void passOn(Bell bell, Wait wait) {
        try {
            if (!bell.quiet() && wait.met()) {
                bell.ring();
            }
        } catch (StackOverflowError e) { // no wake-up is underway that nobody has: see Crowd.wake
            return;
        }
    }

    // ---- closing

    /** See {@link ClosableQueue#close}. It is closed also where a wake-up throws. */
    public final void close() {
        if (closed) {
            return;
        }
        closing = true;
        Throwable first = Thrown.by(elements::close, null);
        first = Thrown.by(room::close, first);
        watchPuts();
        watchTakes();
        if (oneProducer) {
            Stores.awaitVisible(
                    plan.waiting(), "a queue that is closed waits for its last element");
            seal.seal(Math.max(tailPosition(), headPosition()));
        } else {
            setTailBit(BARRED);
        }
        closed = true;
        first = wakeAll(elements, takers, first);
        first = wakeAll(room, putters, first);
        Thrown.again(first);
    }

    /** Returns what was thrown first, before it or by one of the wake-ups. */
    private static @Nullable Throwable wakeAll(
            Bell bell, Waiter waiter, @Nullable Throwable before) {
        Throwable first = Thrown.by(bell::ring, before);
        return waiter instanceof Crowd crowd ? Thrown.by(crowd::wakeAll, first) : first;
    }

    /** Whether it has been closed. */
    public final boolean isClosed() {
        return closed;
    }

    /** Whether it has been closed, or is being closed: what begins now is refused. */
    final boolean isClosing() {
        return closing;
    }

    /** Refuses a number of elements to take at most that is none. */
    static void checkMost(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("a number of elements cannot be negative: " + most);
        }
    }

    /** What a drain that may wait is given, looked at before anything is taken; its time. */
    static long nanosToDrain(Object taker, int limit, long time, TimeUnit unit)
            throws InterruptedException {
        Objects.requireNonNull(taker, "taker");
        checkMost(limit);
        long nanos = Objects.requireNonNull(unit, "unit").toNanos(time);
        throwIfInterrupted();
        return nanos;
    }

    static QueueClosedException closedForProducers() {
        return new QueueClosedException(CLOSED_FOR_PRODUCERS);
    }

    static QueueClosedException closedForConsumers() {
        return new QueueClosedException("nothing is left: the queue has been closed");
    }

    // ---- inspection: any thread

    /** How many elements it holds at most. */
    public final int capacity() {
        return capacity;
    }

    /** How many elements there is room for; {@link Integer#MAX_VALUE} if nothing limits that. */
    public final int remainingCapacity() {
        return capacity == Integer.MAX_VALUE ? Integer.MAX_VALUE : capacity - size();
    }

    /** How many elements there are: exactly, while nobody puts or takes. */
    public final int size() {
        long before = headPosition();
        long end = endPosition();
        long after = headPosition();
        return Math.clamp(end - (before == after ? before : after), 0, capacity);
    }

    /** Whether there was a moment, since the call, in which it was empty. */
    public final boolean isEmpty() {
        while (true) {
            long before = headPosition();
            long end = endPosition();
            if (end <= before) {
                return true;
            }
            if (end > headPosition()) {
                return false;
            }
        }
    }

    /** How far there are elements, for who looks: the tail, without what is refused. */
    final long endPosition() {
        long tail = tailPosition();
        return isSealing() ? seal.endFor(tail) : tail;
    }

    private final class ForElement extends BellWait {
        ForElement() {
            super(oneConsumer ? Stay.ofOne() : Stay.ofMany(), elements);
        }

        @Override
        protected void announced() {
            watchPuts();
        }

        @Override
        protected long position() {
            return oneConsumer ? ownHead() : headPosition();
        }

        @Override
        public boolean met() {
            return hasElement() || closed;
        }

        @Override
        public String toString() {
            return "a consumer waits for elements of an empty " + plan.shape() + " queue";
        }
    }

    private final class ForRoom extends BellWait {
        ForRoom() {
            super(oneProducer ? Stay.ofOne() : Stay.ofMany(), room);
        }

        @Override
        protected void announced() {
            watchTakes();
        }

        @Override
        protected long position() {
            return oneProducer ? ownTail() : tailPosition();
        }

        @Override
        public boolean met() {
            return tailPosition() < limitForProducers() || closing;
        }

        @Override
        public String toString() {
            return "a producer waits for room in a full " + plan.shape() + " queue of " + capacity;
        }
    }
}
