package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a scope: one that it started, or the one that opened it. Knows for what the thread
 * waits, if it waits at channels or for another one of the scope, without a limit of time.
 */
final class Process {
    private static final ThreadLocal<@Nullable Process> CURRENT = new ThreadLocal<>();
    private static final String HERE = Process.class.getPackageName() + ".";

    final Scope scope;
    final Thread thread;

    /** Where it waits; null while it does not. Written by its thread. */
    private volatile @Nullable Obstacle waitsFor;

    /** How often it has begun to wait. Written by its thread, before {@link #waitsFor}. */
    private volatile int waits;

    private int waitsCounted; // its thread only

    /** Whether its body has ended. Written by its thread. */
    volatile boolean ended;

    private final End end = new End();

    Process(Scope scope, Thread thread) {
        this.scope = scope;
        this.thread = thread;
    }

    /** The process that the calling thread is; null if it is none. */
    static @Nullable Process current() {
        return CURRENT.get();
    }

    /** The calling thread is this process; or none. */
    static void become(@Nullable Process process) {
        if (process == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(process);
        }
    }

    /**
     * Sleeps until the party is met; false if interrupted before. Its own thread.
     *
     * @throws RuntimeException of {@link Scope#join}, where a deadlock ends the wait of the opening
     *     thread; the party has given up
     */
    boolean sleep(Party party) {
        Obstacle outer = begins(party);
        try {
            return scope.isOwner(this)
                    ? scope.sleepAndWatch(party)
                    : Sleep.until(party, Long.MAX_VALUE);
        } finally {
            waitsFor = outer;
        }
    }

    /** Waits until another one of its scope has ended. Its own thread. */
    void join(Process other) throws InterruptedException {
        Obstacle outer = begins(other.end);
        try {
            if (scope.isOwner(this)) {
                scope.sleepAndWatch(other.end);
            }
            other.thread.join();
        } finally {
            waitsFor = outer;
        }
    }

    /** What it waits for already: in a handler of the scope's reports; null otherwise. */
    private @Nullable Obstacle begins(Obstacle obstacle) {
        Obstacle outer = waitsFor;
        waits = ++waitsCounted;
        waitsFor = obstacle;
        return outer;
    }

    /** Its end, for those of its scope that join it. */
    private final class End implements Obstacle {
        @Override
        public boolean met() {
            return ended;
        }

        @Override
        public boolean mayEnd() {
            return ended;
        }

        @Override
        public boolean isConfinedTo(Scope asked) {
            return scope == asked;
        }

        @Override
        public String toString() {
            return "joins " + thread.getName();
        }
    }

    /**
     * Whether its thread is still where it waits: in a join it takes its interrupt flag back before
     * it says that it waits no longer. The thread that opened the scope does not.
     */
    private boolean isAsleep(Obstacle obstacle) {
        return !(obstacle instanceof End)
                || scope.isOwner(this)
                || thread.getState() == Thread.State.WAITING;
    }

    /** Whether it waits for the end of that one. Any thread. */
    boolean joins(Process other) {
        return waitsFor == other.end;
    }

    // ---- looks of others

    /** One look at a process that waits. */
    record Look(Process process, Obstacle obstacle, int waits) {
        /** Whether it has waited ever since, and could not go on at the moment. */
        boolean isStuck() {
            return !obstacle.mayEnd()
                    && !process.thread.isInterrupted()
                    && process.isAsleep(obstacle)
                    && isStill();
        }

        boolean isStill() {
            return process.waitsFor == obstacle && process.waits == waits;
        }

        /** Whether nobody but processes of the scope could end it. */
        boolean isConfined() {
            return obstacle.isConfinedTo(process.scope);
        }

        String report() {
            return process.thread.getName() + " " + obstacle + where(process.thread);
        }
    }

    /** Adds a look at it, if it waits; returns whether it does. */
    boolean adds(List<Look> looks) {
        Look look = look();
        return look != null && looks.add(look);
    }

    /** Null if it does not wait. */
    @Nullable Look look() {
        int count = waits;
        Obstacle obstacle = waitsFor;
        return obstacle == null ? null : new Look(this, obstacle, count);
    }

    /** The first line of the user's code in what a thread is doing. */
    private static String where(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .filter(frame ->
                        !frame.getClassName().startsWith(HERE)
                                && !frame.getClassName().startsWith("java.")
                                && !frame.getClassName().startsWith("jdk.")
                                && !frame.getClassName().startsWith("io.roundhouse.waiting."))
                .findFirst()
                .map(frame -> " at " + frame)
                .orElse("");
    }
}
