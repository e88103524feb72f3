package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a scope: one that it started, or the one that opened it. Knows at which channels the
 * thread waits, if it waits without a limit of time.
 */
final class Process {
    private static final ThreadLocal<@Nullable Process> CURRENT = new ThreadLocal<>();
    private static final String HERE = Process.class.getPackageName() + ".";

    final Scope scope;
    final Thread thread;

    /** Where it waits; null while it does not. Written by its thread. */
    private volatile @Nullable Party waitsAs;

    /** How often it has begun to wait. Written by its thread, before {@link #waitsAs}. */
    private volatile int waits;

    private int waitsCounted; // its thread only

    /** Whether its body has ended. Written by its thread. */
    volatile boolean ended;

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
        Party outer = waitsAs; // not null in a handler of the scope's reports
        waits = ++waitsCounted;
        waitsAs = party;
        try {
            return scope.isOwner(this)
                    ? scope.sleepAndWatch(party)
                    : Sleep.until(party, Long.MAX_VALUE);
        } finally {
            waitsAs = outer;
        }
    }

    // ---- looks of others

    /** One look at a process that waits. */
    record Look(Process process, Party party, int waits) {
        /** Whether it has waited ever since, and could not go on at the moment. */
        boolean isStuck() {
            return !party.met()
                    && !party.elsewhere
                    && !process.thread.isInterrupted()
                    && !canGoOn()
                    && isStill();
        }

        boolean isStill() {
            return process.waitsAs == party && process.waits == waits;
        }

        private boolean canGoOn() {
            for (Place at = party.places; at != null; at = at.sibling) {
                if (at.inLine && at.channel.isReady(at.sends)) {
                    return true;
                }
            }
            return false;
        }

        /** Whether nobody but processes of the scope could end it. */
        boolean isConfined() {
            for (Place at = party.places; at != null; at = at.sibling) {
                if (at.inLine && !at.channel.isConfinedTo(process.scope)) {
                    return false;
                }
            }
            return true;
        }

        String report() {
            return process.thread.getName() + " " + party + where(process.thread);
        }
    }

    /** Null if it does not wait. */
    @Nullable Look look() {
        int count = waits;
        Party party = waitsAs;
        return party == null ? null : new Look(this, party, count);
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
