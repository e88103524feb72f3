package io.roundhouse.dispatch.internal;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Time where it is what the steps make of it: how late it is, and what is to be done when a time
 * has come. Guarded by the {@link Stepper}; how late it is any thread may ask.
 */
final class StepTime {
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Timer::time).thenComparingLong(Timer::number));

    private long added;

    /** Written under the lock. */
    private volatile long now;

    /** To be done then; which of several for the same time was added first, the number says. */
    record Timer(long time, long number, Runnable action) {}

    // ---- any thread

    long now() {
        return now;
    }

    /** What time it is so much later; for ever if that is far away. */
    long in(long nanos) {
        return nanos >= Stepper.FOR_EVER - now ? Stepper.FOR_EVER : now + Math.max(0, nanos);
    }

    /** Whether it is that time, or later. */
    boolean isLate(long until) {
        return until != Stepper.FOR_EVER && now >= until;
    }

    // ---- under the lock

    /** It is that time from now on, if it was not so late before. */
    void passesTo(long time) {
        now = Math.max(now, time);
    }

    Timer add(long time, Runnable action) {
        Timer timer = new Timer(time, added++, action);
        timers.add(timer);
        return timer;
    }

    void remove(Timer timer) {
        timers.remove(timer);
    }

    /** The first time for which something is to be done; for ever if there is none. */
    long next() {
        Timer first = timers.peek();
        return first == null ? Stepper.FOR_EVER : first.time;
    }

    /** Whether something is due. */
    boolean isDue() {
        return next() <= now;
    }

    /** Takes the first one. */
    @Nullable Timer take() {
        return timers.poll();
    }
}
