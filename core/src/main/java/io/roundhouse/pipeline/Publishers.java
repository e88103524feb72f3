package io.roundhouse.pipeline;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which thread publishes in which lane.
 *
 * <p>Design. A thread that publishes for the first time takes a lane that nobody has, or whose
 * thread has ended, and keeps it: to publish then costs no atomic instruction, and nobody it could
 * meet. Threads that come when all lanes are taken share one more, one at a time.
 *
 * <pre>
 * Invariants
 *   I1  owners[i] is null, or the one thread that may publish in lane i; it leaves that place only
 *       when it has ended
 *   I2  a thread that has published in the shared lane takes one of its own only when the shared
 *       one has nothing that has no place in the order: so its events stay in order
 * </pre>
 */
final class Publishers<T> {
    private static final VarHandle OWNERS = MethodHandles.arrayElementVarHandle(Thread[].class);
    private static final VarHandle LANES = MethodHandles.arrayElementVarHandle(Lane[].class);

    private final Line<T> line;
    private final Supplier<? extends T> factory;
    private final Waiter[] waiters;
    private final Set<Object> made = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Who publishes where; one less than lanes, as the last one is shared. */
    private final @Nullable Thread[] owners;

    private final @Nullable Lane<T>[] lanes;
    private final ReentrantLock sharing = new ReentrantLock();

    /**
     * @param waiters one for each lane, the shared one's last
     */
    @SuppressWarnings("unchecked")
    Publishers(Line<T> line, Supplier<? extends T> factory, Waiter[] waiters) {
        this.line = line;
        this.factory = factory;
        this.waiters = waiters;
        owners = new Thread[waiters.length - 1];
        lanes = (Lane<T>[]) new Lane<?>[waiters.length];
    }

    /** Makes the first lane, so that a factory that does not work is found out early. */
    void makeFirst() {
        laneAt(0);
    }

    // ---- hot path

    /** The lane of the calling thread; null if it has to share one. */
    @Nullable Lane<T> own() {
        Thread me = Thread.currentThread();
        return owners[0] == me ? lanes[0] : search(me);
    }

    private @Nullable Lane<T> search(Thread me) {
        int first = (int) (me.threadId() % owners.length);
        for (int i = first; i < owners.length; i++) {
            if (owners[i] == me) {
                return lanes[i];
            }
        }
        for (int i = 0; i < first; i++) {
            if (owners[i] == me) {
                return lanes[i];
            }
        }
        return take(me);
    }

    // ---- cold path: a thread that has no lane yet

    private @Nullable Lane<T> take(Thread me) {
        Lane<T> shared = lane(owners.length);
        if (shared != null && shared.reached() != shared.taken.acquire()) {
            return null; // keeps I2
        }
        int first = lane(0) != null && owner(0) == null ? 0 : (int) (me.threadId() % owners.length);
        for (int i = 0; i < owners.length; i++) {
            int at = (first + i) % owners.length;
            Thread owner = owner(at);
            if ((owner == null || !owner.isAlive())
                    && OWNERS.compareAndSet(owners, at, owner, me)) {
                return laneAt(at);
            }
        }
        return null;
    }

    /** The lane that threads share; its caller holds {@link #sharing}. */
    Lane<T> shared() {
        return laneAt(owners.length);
    }

    private @Nullable Thread owner(int at) {
        return (Thread) OWNERS.getAcquire(owners, at);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Lane<T> lane(int at) {
        return (Lane<T>) LANES.getAcquire(lanes, at);
    }

    private Lane<T> laneAt(int at) {
        Lane<T> lane = lane(at);
        return lane == null ? make(at) : lane;
    }

    private synchronized Lane<T> make(int at) {
        Lane<T> before = lane(at);
        if (before != null) {
            return before;
        }
        T[] events = Lane.events(line.capacity, this::event);
        Lane<T> lane = new Lane<>(line, events, new Sequence(), line.eventBell, waiters[at]);
        line.source.add(lane);
        LANES.setRelease(lanes, at, lane);
        return lane;
    }

    private T event(int number) {
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
        if (!made.add(event)) {
            throw new IllegalStateException(
                    "the factory made the same object again for event "
                            + number
                            + ": each event needs an object of its own");
        }
        return event;
    }

    // ---- sharing a lane

    /** Waits for one's turn in the shared lane; returns whether it came in time. */
    boolean enterShared(long nanos) {
        try {
            if (line.isOwnThread() && !sharing.isHeldByCurrentThread()) {
                if (sharing.tryLock() || nanos == 0) {
                    return sharing.isHeldByCurrentThread();
                }
                throw Lane.waitsForItself(line); // who has the lock may wait for this stage
            }
            if (nanos == Long.MAX_VALUE) {
                sharing.lockInterruptibly();
                return true;
            }
            return sharing.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new WaitInterruptedException(new ForTurn());
        }
    }

    void exitShared() {
        sharing.unlock();
    }

    // ---- the end

    /** Makes every publisher take another look before its next event. */
    synchronized void halt() {
        for (Lane<T> lane : line.source.lanes()) {
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

    private record ForTurn() implements Wait {
        @Override
        public boolean met() {
            return false;
        }

        @Override
        public String toString() {
            return "a publisher waits for its turn in the lane that publishers share";
        }
    }
}
