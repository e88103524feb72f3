package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import java.time.Duration;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The limits of time of all scopes. One daemon thread waits for the first of them to be over. It is
 * a platform thread: a virtual one would wait for a carrier, which those whose time is over may
 * keep to themselves. It begins with the first limit, and ends when there has been none for a
 * while.
 *
 * <p>A limit that is taken away is gone at once, and the thread is not woken for it: it wakes when
 * that would have been over, and looks for the next one. Only where none is left, and the thread
 * would sleep for long, it is called, so as to end.
 *
 * <p>The lock is one at which nobody sleeps. A virtual thread that did would be the next to hold
 * it, and the thread of the limits would stand behind it, until there is a carrier.
 */
final class Deadlines implements Wait {
    static final Deadlines ALL = new Deadlines(Duration.ofSeconds(1));

    /** 146 years. More would be told wrongly from what is over already. */
    static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

    /** More than it takes to change the set; small ones. */
    private static final int FRAMES_TO_CHANGE = 64;

    private final long keptNanos;

    /** Guards what follows. */
    private final ShortLock lock = new ShortLock();

    private final TreeSet<TimeLimit> limits = new TreeSet<>();
    private long numbers;
    private @Nullable Thread thread;
    private long sleepsUntil;
    private boolean idle;

    /** To look at the limits again. Written under the lock. */
    private volatile boolean called;

    /**
     * @param kept how long the thread stays where there is no limit
     */
    Deadlines(Duration kept) {
        this.keptNanos = kept.toNanos();
    }

    /** Any thread. */
    void add(TimeLimit limit) {
        StackRoom.needs(FRAMES_TO_CHANGE);
        Thread sleeper = null;
        lock.lock();
        try {
            limit.numbered(numbers++);
            limits.add(limit);
            if (thread == null) {
                begin(limit);
            } else if (limit.deadline() - sleepsUntil < 0) {
                called = true;
                sleeper = thread;
            }
        } finally {
            lock.unlock();
        }
        wake(sleeper);
    }

    /** Returns whether it was there: it will not be over then. Any thread. */
    boolean remove(TimeLimit limit) {
        StackRoom.needs(FRAMES_TO_CHANGE);
        Thread sleeper = null;
        boolean wasThere;
        lock.lock();
        try {
            wasThere = limits.remove(limit);
            if (wasThere && limits.isEmpty() && Sleep.left(sleepsUntil) > 2 * keptNanos) {
                called = true;
                sleeper = thread;
            }
        } finally {
            lock.unlock();
        }
        wake(sleeper);
        return wasThere;
    }

    private static void wake(@Nullable Thread sleeper) {
        if (sleeper != null) {
            Sleep.end(sleeper);
        }
    }

    /** How many there are. Any thread. */
    int waiting() {
        lock.lock();
        try {
            return limits.size();
        } finally {
            lock.unlock();
        }
    }

    // ---- its thread

    /** Under the lock, which is held for longer then, but seldom. */
    private void begin(TimeLimit first) {
        boolean begun = false;
        try {
            Thread made =
                    Thread.ofPlatform()
                            .daemon()
                            .name("roundhouse-deadlines")
                            .inheritInheritableThreadLocals(false) // nor a class loader
                            .unstarted(this::run);
            made.start();
            sleepsUntil = first.deadline();
            idle = false;
            thread = made;
            begun = true;
        } finally {
            if (!begun) { // for want of memory
                limits.remove(first);
            }
        }
    }

    private void run() {
        do {
            for (TimeLimit over = takeOver(); over != null; over = takeOver()) {
                end(over);
            }
        } while (sleeps());
    }

    private @Nullable TimeLimit takeOver() {
        lock.lock();
        try {
            return limits.isEmpty() || !Sleep.isOver(limits.first().deadline())
                    ? null
                    : limits.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    private static void end(TimeLimit over) {
        try {
            over.isOver();
        } catch (Throwable e) { // at the end of memory; others go on
            Watch.log("the time of a scope is over, and it could not be canceled", e);
        }
    }

    /** Until the next one is over, or it is called; returns false if it is needed no more. */
    private boolean sleeps() {
        long until;
        lock.lock();
        try {
            boolean none = limits.isEmpty();
            if (none && idle && Sleep.isOver(sleepsUntil)) {
                thread = null;
                return false;
            }
            idle = none;
            until = none ? Sleep.deadline(keptNanos) : limits.first().deadline();
            sleepsUntil = until;
            called = false;
        } finally {
            lock.unlock();
        }
        Sleep.until(this, until);
        Thread.interrupted(); // by whom it may be
        return true;
    }

    @Override
    public boolean met() {
        return called;
    }

    @Override
    public String toString() {
        return "the times of scopes";
    }
}
