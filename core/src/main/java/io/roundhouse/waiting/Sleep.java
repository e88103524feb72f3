package io.roundhouse.waiting;

import java.util.concurrent.locks.LockSupport;

/**
 * The sleep of a thread that is told when it may go on, by whoever ends its wait: no naps between,
 * and no looks but when it is woken. For waits whose end is one step that cannot be missed: who
 * ends the wait makes {@link Wait#met} true by a volatile write, and calls {@link #end} after it.
 * Where the end can be overlooked for a moment, use a {@link Waiter}.
 *
 * <p>A sleep without a limit of time parks without one. On some builds of JDK 25 a virtual thread
 * may miss the unpark of such a park if it follows a timed one (JDK-8369227, JDK-8373120); so one
 * sleep never mixes the two.
 */
public final class Sleep {
    private static final Clock CLOCK = Clock.system();
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
        Thread me = Thread.currentThread();
        while (!wait.met()) {
            if (me.isInterrupted() || isOver(deadline)) {
                return wait.met();
            }
            if (deadline == Long.MAX_VALUE) {
                LockSupport.park(wait);
            } else {
                LockSupport.parkNanos(wait, Math.max(1, deadline - CLOCK.nanoTime()));
            }
        }
        return true;
    }

    /** Wakes a thread whose wait has been ended. */
    public static void end(Thread sleeper) {
        LockSupport.unpark(sleeper);
    }

    /**
     * Looks for the end of a wait that is likely to be near, so many times with a spin hint
     * between; not where there is one processor only.
     *
     * @return whether it was met
     */
    public static boolean lookAhead(Wait wait, int looks) {
        if (ONE_PROCESSOR) {
            return wait.met();
        }
        for (int i = 0; i < looks; i++) {
            if (wait.met()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return wait.met();
    }

    /** When a time of so many nanoseconds is up; {@link Long#MAX_VALUE}, never, for that long. */
    public static long deadline(long nanos) {
        return nanos == Long.MAX_VALUE ? nanos : CLOCK.nanoTime() + nanos;
    }

    /** Whether that moment has come. */
    public static boolean isOver(long deadline) {
        return deadline != Long.MAX_VALUE && CLOCK.nanoTime() - deadline >= 0;
    }
}
