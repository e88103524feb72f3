package io.roundhouse.waiting;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The sleep of a thread that is told when it may go on, by whoever ends its wait: no naps between,
 * and no looks but when it is woken. For waits whose end is one step that cannot be missed: who
 * ends the wait makes {@link Wait#met} true by a volatile write, and calls {@link #end} after it.
 * Where the end can be overlooked for a moment, use a {@link Waiter}.
 *
 * <p>A sleep without a limit of time parks without one. In JDK 25 before 25.0.3 a virtual thread
 * may miss the unpark of such a park if an earlier one, of whatever sleep, was timed (JDK-8369227,
 * JDK-8373120); there, a virtual thread parks for a long time instead, again and again, like a
 * {@link ThreadWaiter}.
 */
public final class Sleep {
    private static final Clock CLOCK = Clock.system();
    private static final boolean MISSES_UNPARKS = missesUnparks(Runtime.version());
    static final long LONGEST_PARK_NANOS = 60_000_000_000L;
    private static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() == 1;

    private Sleep() {}

    /**
     * Sleeps until the wait is met, the time is up or the thread is interrupted; which one it was
     * the caller sees. The interrupt flag stays as it is.
     *
     * @param deadline of {@link #deadline}
     * @return whether the wait was met
     */
    public static boolean until(Wait wait, long deadline) {
        return until(wait, deadline, MISSES_UNPARKS && Thread.currentThread().isVirtual());
    }

    /** Without an untimed park, if so wanted. */
    static boolean until(Wait wait, long deadline, boolean timedOnly) {
        Thread me = Thread.currentThread();
        while (!wait.met()) {
            if (me.isInterrupted() || isOver(deadline)) {
                return wait.met();
            }
            if (deadline != Long.MAX_VALUE) {
                LockSupport.parkNanos(wait, Math.max(1, deadline - CLOCK.nanoTime()));
            } else if (timedOnly) {
                LockSupport.parkNanos(wait, LONGEST_PARK_NANOS);
            } else {
                LockSupport.park(wait);
            }
        }
        return true;
    }

    /**
     * Sleeps for that time, or until the thread is interrupted; the flag stays as it is. A wake-up
     * that comes meanwhile is kept for the thread's next park.
     */
    static void nap(long nanos) {
        long deadline = deadline(nanos);
        Thread me = Thread.currentThread();
        try {
            while (!me.isInterrupted() && !isOver(deadline)) {
                LockSupport.parkNanos(Math.max(1, deadline - CLOCK.nanoTime()));
            }
        } finally {
            LockSupport.unpark(me); // there may have been one, which a park has taken
        }
    }

    /** Whether virtual threads of that JDK may miss the unpark of an untimed park. */
    static boolean missesUnparks(Runtime.Version jdk) {
        return jdk.feature() == 25 && jdk.interim() == 0 && jdk.update() < 3;
    }

    /** Wakes a thread whose wait has been ended. */
    public static void end(Thread sleeper) {
        LockSupport.unpark(sleeper);
    }

    /**
     * Waits for something that is about to happen, if it happens at all: for a time of
     * microseconds, awake and deaf to interrupts; not where there is one processor only.
     *
     * @param nanos how long at most
     * @param spins hints to the processor between two looks: each look takes what is looked at away
     *     from whoever is about to change it
     * @return whether it did
     */
    public static boolean pause(BooleanSupplier happened, long nanos, int spins) {
        if (happened.getAsBoolean()) {
            return true;
        }
        if (ONE_PROCESSOR) {
            return false;
        }
        long start = CLOCK.nanoTime();
        do {
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            if (happened.getAsBoolean()) {
                return true;
            }
        } while (CLOCK.nanoTime() - start < nanos);
        return false;
    }

    /**
     * When a time of so many nanoseconds is up; {@link Long#MAX_VALUE}, never, for that long. One
     * below zero is up now: what lies further behind than a {@code long} counts would lie ahead.
     */
    public static long deadline(long nanos) {
        return nanos == Long.MAX_VALUE ? nanos : CLOCK.nanoTime() + Math.max(0, nanos);
    }

    /** How many nanoseconds there are until then; {@link Long#MAX_VALUE} for never. */
    public static long left(long deadline) {
        return deadline == Long.MAX_VALUE ? deadline : Math.max(0, deadline - CLOCK.nanoTime());
    }

    /** Whether that moment has come. */
    public static boolean isOver(long deadline) {
        return deadline != Long.MAX_VALUE && CLOCK.nanoTime() - deadline >= 0;
    }
}
