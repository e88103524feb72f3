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
 * <p>Nothing else ends it: nobody would do its work. It needs no memory itself, and a limit that
 * finds none when it is over is tried again, until it does.
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

    /** How long a limit that has found no memory waits for some. */
    private static final long AGAIN_NANOS = 100_000_000;

    private static final Wait FOR_NOTHING = () -> false;

    private final long keptNanos;

    /** Guards what follows. */
    private final ShortLock lock = new ShortLock();

    private final TreeSet<TimeLimit> limits = new TreeSet<>();
    private long numbers;

    /** Those that are over and have found no memory, linked: there is none for a list either. */
    private @Nullable TimeLimit again;

    private long againAt;
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

    /**
     * Returns whether it was there: it will not be over then. One that is over already, or tried
     * again, is not. Any thread.
     */
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
        boolean needed = true;
        while (needed) {
            try {
                endThoseThatAreOver();
                needed = sleeps();
            } catch (Throwable e) { // at the end of memory, if ever: what is left to do stays so
                Sleep.until(FOR_NOTHING, Sleep.deadline(AGAIN_NANOS));
            }
        }
    }

    private void endThoseThatAreOver() {
        for (TimeLimit over = takeOver(); over != null; over = takeOver()) {
            end(over);
        }
        for (TimeLimit over = takeAgain(); over != null; ) {
            TimeLimit next = over.takeNext();
            end(over);
            over = next;
        }
    }

    /** Takes no memory, as {@link TreeSet#pollFirst} would. */
    private @Nullable TimeLimit takeOver() {
        lock.lock();
        try {
            if (limits.isEmpty()) {
                return null;
            }
            TimeLimit first = limits.first();
            return Sleep.isOver(first.deadline()) && limits.remove(first) ? first : null;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable TimeLimit takeAgain() {
        lock.lock();
        try {
            TimeLimit all = null;
            if (again != null && Sleep.isOver(againAt)) {
                all = again;
                again = null;
            }
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void end(TimeLimit over) {
        try {
            over.isOver();
        } catch (OutOfMemoryError e) {
            endAgain(over);
        } catch (Throwable e) { // others go on
            Watch.log("the time of a scope is over, and it could not be canceled", e);
        }
    }

    private void endAgain(TimeLimit over) {
        lock.lock();
        try {
            if (again == null) {
                againAt = Sleep.deadline(AGAIN_NANOS);
            }
            over.goesBefore(again);
            again = over;
        } finally {
            lock.unlock();
        }
    }

    /** Until the next one is over, or it is called; returns false if it is needed no more. */
    private boolean sleeps() {
        long until;
        lock.lock();
        try {
            boolean none = limits.isEmpty() && again == null;
            if (none && idle && Sleep.isOver(sleepsUntil)) {
                thread = null;
                return false;
            }
            idle = none;
            until = none ? Sleep.deadline(keptNanos) : first();
            sleepsUntil = until;
            called = false;
        } finally {
            lock.unlock();
        }
        Sleep.until(this, until);
        Thread.interrupted(); // by whom it may be
        return true;
    }

    /** When there is something to do, if there is. Under the lock. */
    private long first() {
        if (again == null) {
            return limits.first().deadline();
        }
        boolean isFirst = limits.isEmpty() || againAt - limits.first().deadline() < 0;
        return isFirst ? againAt : limits.first().deadline();
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
