package io.roundhouse.waiting.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Members in the order in which they came, any of which may leave by itself, at the cost of one
 * compare-and-set however long the row is.
 *
 * <p>Design. Who leaves says so, and stays in the list until it is passed over or swept out. Half
 * of those who were in the row at the last sweep may go, in whatever way, before the next one, and
 * {@link #UNSWEPT} at least: so a sweep costs each of them a few looks, and those who have left are
 * never more than those who are there, or so many.
 *
 * <pre>
 *   state   OUT  ──▶ IN          by itself, before it is in the list
 *           IN   ──▶ OUT         by whoever calls it out: compare-and-set
 *           IN   ──▶ LEFT        by itself: compare-and-set; not to come again
 * </pre>
 *
 * <p>Lock-free. Proof: {@code CrowdingSimulationTest}.
 */
final class Row<M extends Row.Member> {
    /** How many may go between two sweeps of a short row. */
    static final int UNSWEPT = 64;

    private static final int OUT = 0;
    private static final int IN = 1;
    private static final int LEFT = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Member.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Queue<M> list = new ConcurrentLinkedQueue<>();

    /** How many are gone since the last sweep. */
    private final AtomicInteger gone = new AtomicInteger();

    /** How many may. */
    private volatile int mayGo = UNSWEPT;

    /** Who may be in one row. */
    abstract static class Member {
        private volatile int state = OUT;

        /** Whether it has left, and is to be swept out. */
        boolean hasLeft() {
            return state == LEFT;
        }
    }

    /** The member enters at the end; it is not in the row, and has never left it. */
    void enter(M member) {
        STATE.setRelease(member, IN); // before it can be called
        list.add(member);
    }

    /** Who came first, and is no longer in the row; null if nobody is. */
    @Nullable M call() {
        M first = list.poll();
        while (first != null && !STATE.compareAndSet(first, IN, OUT)) {
            first = list.poll();
        }
        return first;
    }

    /** The member leaves for good; returns whether it had not been called. */
    boolean leave(M member) {
        return STATE.compareAndSet(member, IN, LEFT);
    }

    /** Sweeps if it is time to. Who has left or was called, once. */
    void sweepNowAndThen() {
        int now = gone.incrementAndGet();
        if (now < mayGo || !gone.compareAndSet(now, 0)) { // else the next one sees that it is time
            return;
        }
        list.removeIf(Member::hasLeft);
        mayGo = Math.max(UNSWEPT, list.size() / 2);
    }

    /** Whether nobody is in it; may say no where all have left. */
    boolean isEmpty() {
        return list.isEmpty();
    }

    /** Who is in it, and some who have left. */
    Iterable<M> members() {
        return list;
    }
}
