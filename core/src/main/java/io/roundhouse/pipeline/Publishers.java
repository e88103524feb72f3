package io.roundhouse.pipeline;

import io.roundhouse.memory.Distinct;
import io.roundhouse.memory.Made;
import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which thread publishes in which lane.
 *
 * <p>Design. A thread that publishes for the first time takes a lane that nobody has, or whose
 * thread has ended, and keeps it: to publish then costs no atomic instruction, and nobody it could
 * meet, where nobody else publishes at the time (see {@link Epochs}). Threads that come when all
 * lanes are taken share one more, one at a time. Threads that follow each other get the same lane,
 * as soon as it is empty or half free: the fewer lanes, the fewer places for stages to look at, and
 * the more of the events are in caches.
 *
 * <pre>
 * Invariants
 *   I1  a lane's owner is null, or the one thread that may publish in it; it leaves that lane only
 *       when it has ended; in a lane that is shared nobody publishes but who has the turn
 *   I2  a thread that has published in the shared lane takes one of its own only when the shared
 *       one has nothing that has no place in the order: so its events stay in order
 * </pre>
 */
final class Publishers<T> {
    private static final VarHandle LANES = MethodHandles.arrayElementVarHandle(Lane[].class);

    private static final String PUBLISH = "publish into";

    /** A power of two. */
    static final int HINTS = 64;

    private final Line<T> line;
    private final Supplier<? extends T> factory;
    private final Waiter[] waiters;

    /** The lanes of threads that have one of their own; null where none is made yet. */
    private final @Nullable Lane<T>[] lanes;

    /** The first of them; set before anything is published. */
    private @Nullable FirstLane<T> first;

    /** The one that all others share; nobody owns it. */
    private volatile @Nullable Lane<T> common;

    /** Where threads found themselves last, by their ids; written by any, so only a guess. */
    private final short[] hints = new short[HINTS];

    final Turn turn;
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
        lanes = (Lane<T>[]) new Lane<?>[waiters.length - 1];
    }

    /** Makes the first lane, so that a factory that does not work is found out early. */
    void makeFirst() {
        FirstLane<T> lane = new FirstLane<>(line, this, events(), waiters[0]);
        line.source.lanes().add(lane);
        LANES.setRelease(lanes, 0, lane);
        first = lane;
    }

    FirstLane<T> first() {
        return Objects.requireNonNull(first);
    }

    // ---- hot path

    /** The lane of a thread that does not have the first one; null if it has to share one. */
    @Nullable Lane<T> search(Thread me) {
        Lane<T> hinted = lanes[hints[hintOf(me)]];
        if (hinted != null && hinted.owner == me) {
            return hinted;
        }
        int at = find(me);
        return at < 0 ? take(me) : remembered(me, at);
    }

    private int find(Thread me) {
        for (int i = 0; i < lanes.length; i++) {
            Lane<T> lane = lanes[i];
            if (lane != null && lane.owner == me) {
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
        Lane<T> hinted = lane(hints[mine]);
        Thread other = hinted == null ? null : hinted.owner();
        if (hints[mine] == 0 // nobody's: who has the first lane needs none
                || other == null
                || !other.isAlive()
                || hintOf(other) != mine) {
            hints[mine] = (short) at;
        }
        return lanes[at];
    }

    private static int hintOf(Thread thread) {
        return (int) thread.threadId() & (HINTS - 1);
    }

    // ---- cold path: a thread that has no lane yet

    private @Nullable Lane<T> take(Thread me) {
        line.checkNotClearing(PUBLISH);
        Lane<T> shared = common;
        if (turn.isMine() || (shared != null && shared.reached() != shared.taken.acquire())) {
            return null; // keeps I2: what it is filling there has no place yet, either
        }
        if (best() < 0) {
            return null;
        }
        line.source.retire(); // so that empty lanes are known
        for (int at = best(); at >= 0; at = best()) {
            Lane<T> made = lane(at);
            Lane<T> mine = made == null ? make(at, me) : heir(made, me);
            if (mine != null) {
                return mine;
            }
        }
        return null;
    }

    /**
     * Where the lane is for a thread that has none, or will be; less than 0 if there is no free
     * one. A lane that is made and empty, or half at least, is better than a new one: its events
     * are in the caches, and need no more memory; threads that publish a few events each and end
     * use one lane, or two. A new one is better than one in which the events of threads that have
     * ended take up most of the room.
     */
    private int best() {
        int best = -1;
        int itsRank = -1;
        for (int i = 0; i < lanes.length; i++) {
            int rank = rank(lane(i));
            if (rank > itsRank) {
                best = i;
                itsRank = rank;
            }
        }
        return best;
    }

    private static int rank(@Nullable Lane<?> lane) {
        if (lane == null) {
            return 1;
        }
        if (!isFree(lane.owner())) {
            return -1;
        }
        if (lane.isPassed()) {
            return 3;
        }
        return lane.isHalfFree() ? 2 : 0;
    }

    private static boolean isFree(@Nullable Thread owner) {
        return owner == null || !owner.isAlive();
    }

    /** The lane, if the thread has got it from one that has ended; else null. */
    private static <T> @Nullable Lane<T> heir(Lane<T> lane, Thread me) {
        Thread owner = lane.owner();
        return isFree(owner) && lane.passTo(me, owner) ? lane : null;
    }

    /** A new lane at that place; null if another thread has made one there meanwhile. */
    private synchronized @Nullable Lane<T> make(int at, Thread me) {
        if (lane(at) != null) {
            return null;
        }
        Lane<T> lane = new Lane<>(line, events(), waiters[at], me);
        line.source.lanes().add(lane);
        LANES.setRelease(lanes, at, lane);
        return lane;
    }

    /** The lane that threads share; its caller has {@link #enterShared entered}. */
    Lane<T> shared() {
        Lane<T> lane = common;
        return lane == null ? makeShared() : lane;
    }

    private synchronized Lane<T> makeShared() {
        Lane<T> lane = common;
        if (lane == null) {
            lane = new Lane<>(line, events(), waiters[lanes.length], null);
            line.source.lanes().add(lane);
            common = lane;
        }
        return lane;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Lane<T> lane(int at) {
        return (Lane<T>) LANES.getAcquire(lanes, at);
    }

    /** The events of one more lane. Guarded by this, but for the first. */
    @SuppressWarnings("unchecked") // the factory makes nothing else
    private T[] events() {
        Lane<T>[] others = line.source.lanes().all();
        Distinct known = new Distinct((others.length + 1L) * line.capacity);
        for (Lane<T> each : others) {
            each.forEach(known::add);
        }
        Made made = new Made(factory, "event", known);
        return Lane.events(line.capacity, number -> (T) made.next(number, ""));
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

    private void exitShared() {
        turn.exit();
    }

    /** The next event of the shared lane, and the turn with it. */
    Filling nextShared() {
        Turn.needsToExit(); // by calls that come later
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
            try {
                shared().giveUp();
            } finally {
                exitShared();
            }
        }
    }

    /** Where a thread with such an id looks first. */
    int hint(int place) {
        return hints[place];
    }

    // ---- the end

    /** Makes every publisher take another look before its next event. */
    void halt() {
        for (Lane<T> lane : line.source.lanes().all()) {
            lane.halt();
        }
        turn.release();
    }

    /** Makes the calling thread, if it publishes, take another look before its next event. */
    void haltOwn() {
        int at = find(Thread.currentThread());
        Lane<T> lane = at < 0 ? null : lanes[at];
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
}
