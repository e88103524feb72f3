package io.roundhouse.pipeline;

import io.roundhouse.memory.Sequence;
import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which thread publishes in which lane.
 *
 * <p>Design. A thread that publishes for the first time takes a lane that nobody has, or whose
 * thread has ended, and keeps it: to publish then costs no atomic instruction, and nobody it could
 * meet. Threads that come when all lanes are taken share one more, one at a time. Threads that
 * follow each other get the same lane, as soon as it is empty or half free: the fewer lanes, the
 * fewer places for stages to look at, and the more of the events are in caches.
 *
 * <pre>
 * Invariants
 *   I1  a seat's owner is null, or the one thread that may publish in its lane; it leaves that seat
 *       only when it has ended
 *   I2  a thread that has published in the shared lane takes one of its own only when the shared
 *       one has nothing that has no place in the order: so its events stay in order
 * </pre>
 */
final class Publishers<T> {
    private static final VarHandle OWNER;
    private static final VarHandle LANE;

    static {
        try {
            var lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(Seat.class, "owner", Thread.class);
            LANE = lookup.findVarHandle(Seat.class, "lane", Lane.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A power of two. */
    static final int HINTS = 64;

    private final Line<T> line;
    private final Supplier<? extends T> factory;
    private final Waiter[] waiters;
    private final Set<Object> made = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Where threads publish that have a lane of their own. */
    private final Seat<T>[] seats;

    /** The first of them: who is alone is found there without a look at the others. */
    private final Seat<T> first;

    /** The one that all others share; nobody owns it. */
    private final Seat<T> common;

    /** Where threads found themselves last, by their ids; written by any, so only a guess. */
    private final short[] hints = new short[HINTS];

    private final Turn turn;
    private final Filling inTurn = new InTurn();

    /**
     * @param waiters one for each lane, the shared one's last
     */
    @SuppressWarnings("unchecked")
    Publishers(Line<T> line, Supplier<? extends T> factory, Waiter[] waiters) {
        this.line = line;
        this.factory = factory;
        this.waiters = waiters;
        turn = new Turn(line.waiting, line::isOpen);
        seats = (Seat<T>[]) new Seat<?>[waiters.length - 1];
        Arrays.setAll(seats, i -> new Seat<>(waiters[i]));
        first = seats[0];
        common = new Seat<>(waiters[seats.length]);
    }

    /** Makes the first lane, so that a factory that does not work is found out early. */
    void makeFirst() {
        laneOf(first);
    }

    T firstEvent() {
        return laneOf(first).event(0);
    }

    // ---- hot path

    /** The lane of the calling thread; null if it has to share one. */
    @Nullable Lane<T> own() {
        Thread me = Thread.currentThread();
        Seat<T> first = this.first;
        return first.owner == me ? first.lane : search(me);
    }

    private @Nullable Lane<T> search(Thread me) {
        Seat<T> hinted = seats[hints[hintOf(me)]];
        if (hinted.owner == me) {
            return hinted.lane;
        }
        int at = find(me);
        return at < 0 ? take(me) : remembered(me, at);
    }

    private int find(Thread me) {
        for (int i = 0; i < seats.length; i++) {
            if (seats[i].owner == me) {
                return i;
            }
        }
        return -1;
    }

    /**
     * The lane at that place, which is found faster the next time; unless another one that lives
     * has the hint: two that overwrote each other's would do so at every event.
     */
    private @Nullable Lane<T> remembered(Thread me, int at) {
        int mine = hintOf(me);
        Thread other = owner(seats[hints[mine]]);
        if (hints[mine] == 0 // nobody's: who has the first lane needs none
                || other == null
                || !other.isAlive()
                || hintOf(other) != mine) {
            hints[mine] = (short) at;
        }
        return seats[at].lane;
    }

    private static int hintOf(Thread thread) {
        return (int) thread.threadId() & (HINTS - 1);
    }

    // ---- cold path: a thread that has no lane yet

    private @Nullable Lane<T> take(Thread me) {
        line.checkNotClearing("publish into");
        Lane<T> shared = lane(common);
        if (turn.isMine() || (shared != null && shared.reached() != shared.taken.acquire())) {
            return null; // keeps I2: what it is filling there has no place yet, either
        }
        if (best() == null) {
            return null;
        }
        line.source.retire(); // so that empty lanes are known
        for (Seat<T> seat = best(); seat != null; seat = best()) {
            Thread owner = owner(seat);
            if (isFree(owner) && OWNER.compareAndSet(seat, owner, me)) {
                return laneOrGiveUp(seat);
            }
        }
        return null;
    }

    /**
     * The seat for a thread that has none; null if there is no free one. A lane that is made and
     * empty, or half at least, is better than a new one: its events are in the caches, and need no
     * more memory; threads that publish a few events each and end use one lane, or two. A new one
     * is better than one in which the events of threads that have ended take up most of the room.
     */
    private @Nullable Seat<T> best() {
        Seat<T> best = null;
        int itsRank = -1;
        for (Seat<T> seat : seats) {
            int rank = isFree(owner(seat)) ? rank(lane(seat)) : -1;
            if (rank > itsRank) {
                best = seat;
                itsRank = rank;
            }
        }
        return best;
    }

    private static int rank(@Nullable Lane<?> lane) {
        if (lane == null) {
            return 1;
        }
        if (lane.isPassed()) {
            return 3;
        }
        return lane.isHalfFree() ? 2 : 0;
    }

    private static boolean isFree(@Nullable Thread owner) {
        return owner == null || !owner.isAlive();
    }

    private Lane<T> laneOrGiveUp(Seat<T> seat) {
        Lane<T> lane = null;
        try {
            lane = laneOf(seat);
            return lane;
        } finally {
            if (lane == null) {
                OWNER.setRelease(seat, null); // the next time is like the first
            }
        }
    }

    /** The lane that threads share; its caller has {@link #enterShared entered}. */
    Lane<T> shared() {
        return laneOf(common);
    }

    private static @Nullable Thread owner(Seat<?> seat) {
        return (Thread) OWNER.getAcquire(seat);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Lane<T> lane(Seat<T> seat) {
        return (Lane<T>) LANE.getAcquire(seat);
    }

    private Lane<T> laneOf(Seat<T> seat) {
        Lane<T> lane = lane(seat);
        return lane == null ? make(seat) : lane;
    }

    private synchronized Lane<T> make(Seat<T> seat) {
        Lane<T> before = lane(seat);
        if (before != null) {
            return before;
        }
        Set<Object> fresh = Collections.newSetFromMap(new IdentityHashMap<>());
        T[] events = Lane.events(line.capacity, number -> event(number, fresh));
        Lane<T> lane = new Lane<>(line, events, new Sequence(), line.eventBell, seat.waiter);
        made.addAll(fresh);
        line.source.add(lane);
        LANE.setRelease(seat, lane);
        return lane;
    }

    private T event(int number, Set<Object> fresh) {
        T event;
        try {
            event = factory.get();
        } catch (RuntimeException thrown) {
            throw new IllegalStateException(
                    "the factory threw when it made event " + number, thrown);
        }
        if (event == null) {
            throw new IllegalStateException("the factory made null for event " + number);
        }
        if (made.contains(event) || !fresh.add(event)) {
            throw new IllegalStateException(
                    "the factory made the same object again for event "
                            + number
                            + ": each event needs an object of its own");
        }
        return event;
    }

    // ---- sharing a lane

    /**
     * Waits for one's turn in the shared lane; returns whether it came in time.
     *
     * @throws PipelineClosedException if the line is closed before it has come
     */
    boolean enterShared(long nanos) {
        if (turn.tryEnter()) {
            return true;
        }
        if (nanos > 0 && line.isOwnThread()) {
            throw Lane.waitsForItself(line); // who has the turn may wait for this stage
        }
        if (turn.enter(nanos)) {
            return true;
        }
        line.checkMayPublish();
        return false;
    }

    void exitShared() {
        turn.exit();
    }

    /** The next event of the shared lane, and the turn with it. */
    Filling nextShared() {
        enterShared(Long.MAX_VALUE);
        boolean found = false;
        try {
            shared().next();
            found = true;
            return inTurn;
        } finally {
            if (!found) {
                exitShared();
            }
        }
    }

    /** The next event of the shared lane; whoever uses it has the turn. */
    private final class InTurn implements Filling {
        @Override
        public Object event() {
            return shared().event();
        }

        @Override
        public void publish() {
            try {
                shared().publish();
            } finally {
                exitShared();
            }
        }

        @Override
        public void giveUp() {
            shared().giveUp();
            exitShared();
        }
    }

    /** Where a thread with such an id looks first. */
    int hint(int place) {
        return hints[place];
    }

    // ---- the end

    /** Makes every publisher take another look before its next event. */
    void halt() {
        for (Lane<T> lane : line.source.lanes()) {
            lane.halt();
        }
        turn.release();
    }

    /** Makes the calling thread, if it publishes, take another look before its next event. */
    void haltOwn() {
        int at = find(Thread.currentThread());
        Lane<T> lane = at < 0 ? null : seats[at].lane;
        if (lane != null) {
            lane.halt();
        }
    }

    /** How often publishers waited for room. Any thread; approximate. */
    long waits() {
        long sum = 0;
        for (Waiter each : waiters) {
            sum += each.waits();
        }
        return sum;
    }

    /** A lane, once it is made, and who has it. */
    private static final class Seat<T> {
        final Waiter waiter;
        @Nullable Thread owner;
        @Nullable Lane<T> lane;

        Seat(Waiter waiter) {
            this.waiter = waiter;
        }
    }
}
