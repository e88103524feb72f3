package io.roundhouse.proof.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Limits of time and the one thread that waits for the first of them, after the same algorithm as
 * {@code Deadlines}: it begins with the first limit, sleeps until one is over or it is called, and
 * ends when there has been none for a while. What is done under the lock is one step here. Time
 * passes while the thread sleeps: its sleep is over whenever the schedule says so, and it is as
 * late then as it wanted to sleep. It must not have slept past a limit that somebody had added.
 *
 * <p>A limit is the moment at which it is over; no two are the same.
 */
public final class Limits {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who adds an earlier limit does not call the thread that sleeps for a later one. */
        ADDS_IN_SILENCE,

        /** Who calls the thread wakes it before it says what for. */
        WAKES_BEFORE_IT_CALLS,

        /** The thread forgets that it was called when it has let go of the lock. */
        FORGETS_THE_CALL_LATE,

        /** The thread says how long it sleeps when it has let go of the lock in between. */
        SAYS_LATE_HOW_LONG_IT_SLEEPS,

        /** The thread looks whether a limit is left, and ends without another look. */
        ENDS_BEHIND_A_LOOK,

        /** Who takes the last limit away does not call the thread that sleeps for it. */
        REMOVES_IN_SILENCE,

        /** Who takes a limit away that is just over says that it was there. */
        REMOVES_WHAT_IS_OVER
    }

    /** The parking of the thread that waits. */
    public interface Parking {
        /** Parks the calling thread; returns whether it was woken. */
        boolean park(boolean timed);

        /** Wakes the thread of that number. */
        void unpark(int thread);
    }

    private static final int NONE = -1;
    private static final long KEPT = 1;

    private final Flaw flaw;
    private final Memory memory;
    private final Parking parking;
    private final int threads;
    private int busy;

    // under the lock
    private final TreeSet<Long> limits = new TreeSet<>();
    private int thread = NONE;
    private int begun;
    private long sleepsUntil;
    private boolean idle;
    private boolean called; // and read without it, volatile

    // what is checked
    private long now;
    private long emptySince;
    private final List<Long> over = new ArrayList<>();
    private final TreeSet<Long> told = new TreeSet<>();

    /**
     * @param threads how many the thread may be, one after the other
     * @param users how many add and remove limits
     */
    public Limits(int threads, int users, Memory memory, Flaw flaw, Parking parking) {
        this.flaw = flaw;
        this.memory = memory;
        this.parking = parking;
        this.threads = threads;
        this.busy = users;
    }

    // ---- users

    /** Adds a limit. */
    public void add(long limit) {
        memory.fence(); // takes the lock
        int sleeper = NONE;
        limits.add(limit);
        if (thread == NONE) {
            thread = begun++;
            sleepsUntil = limit;
            idle = false;
            parking.unpark(thread);
        } else if (limit < sleepsUntil && flaw != Flaw.ADDS_IN_SILENCE) {
            sleeper = thread;
        }
        call(sleeper);
        if (limits.contains(limit)) {
            told.add(limit);
        }
    }

    /** Takes it away; returns whether it was there. */
    public boolean remove(long limit) {
        memory.fence(); // takes the lock
        int sleeper = NONE;
        boolean wasThere = limits.remove(limit);
        told.remove(limit);
        if (wasThere
                && limits.isEmpty()
                && sleepsUntil - now > 2 * KEPT
                && flaw != Flaw.REMOVES_IN_SILENCE) {
            sleeper = thread;
        }
        call(sleeper);
        if (wasThere && limits.isEmpty()) {
            emptySince = now;
        }
        boolean says = wasThere || flaw == Flaw.REMOVES_WHAT_IS_OVER;
        if (says && over.contains(limit)) {
            throw new IllegalStateException(limit + " was taken away, and is over");
        }
        return says;
    }

    private void call(int sleeper) {
        if (sleeper == NONE) {
            return;
        }
        if (flaw == Flaw.WAKES_BEFORE_IT_CALLS) {
            parking.unpark(sleeper);
            memory.fence();
            called = true;
        } else {
            called = true;
            parking.unpark(sleeper); // behind the lock
        }
    }

    /** One of the users has done all. */
    public void leave() {
        if (--busy == 0) {
            for (int each = begun; each < threads; each++) {
                parking.unpark(each);
            }
        }
    }

    // ---- the thread

    /** One of those that the thread may be, from 0 on; parks until it begins, if it ever does. */
    public void run(int number) {
        while (number >= begun) {
            if (busy == 0) {
                return;
            }
            parking.park(false);
        }
        do {
            for (Long first = takeOver(); first != null; first = takeOver()) {
                over.add(first);
            }
        } while (sleeps());
    }

    private @Nullable Long takeOver() {
        memory.fence(); // takes the lock
        if (limits.isEmpty() || limits.first() > now) {
            return null;
        }
        Long first = limits.removeFirst();
        told.remove(first);
        if (limits.isEmpty()) {
            emptySince = now;
        }
        return first;
    }

    private boolean sleeps() {
        memory.fence(); // takes the lock
        boolean none = limits.isEmpty();
        if (none && idle && sleepsUntil <= now) {
            if (flaw == Flaw.ENDS_BEHIND_A_LOOK) {
                memory.fence(); // without the lock for a moment
            }
            thread = NONE;
            return false;
        }
        idle = none;
        long until = none ? now + KEPT : limits.first();
        if (flaw == Flaw.SAYS_LATE_HOW_LONG_IT_SLEEPS) {
            called = false;
            memory.fence(); // without the lock for a moment
        }
        sleepsUntil = until;
        if (flaw != Flaw.SAYS_LATE_HOW_LONG_IT_SLEEPS && flaw != Flaw.FORGETS_THE_CALL_LATE) {
            called = false;
        }
        if (flaw == Flaw.FORGETS_THE_CALL_LATE) {
            memory.fence(); // lets go of the lock
            called = false;
        }
        sleepUntil(until);
        return true;
    }

    private void sleepUntil(long until) {
        while (!isCalled()) {
            if (until <= now) {
                return;
            }
            if (!parking.park(true)) {
                timePasses(until);
            }
        }
    }

    private boolean isCalled() {
        memory.fence(); // a look without the lock
        return called;
    }

    private void timePasses(long until) {
        if (!told.isEmpty() && told.first() < until) {
            throw new IllegalStateException("slept past " + told.first() + " until " + until);
        }
        if (limits.isEmpty() && busy == 0 && until - emptySince > 2 * KEPT) {
            throw new IllegalStateException("slept until " + until + " for nothing");
        }
        now = until;
    }

    // ---- when all have ended

    /** What is over, in the order in which it was found. */
    public List<Long> over() {
        if (!limits.isEmpty()) {
            throw new AssertionError(limits + " are left, and nobody waits for them");
        }
        return over;
    }
}
