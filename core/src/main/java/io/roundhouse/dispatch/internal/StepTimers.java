package io.roundhouse.dispatch.internal;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done when a time has come, where time is what the steps make of it. Guarded by the
 * {@link Stepper}.
 */
final class StepTimers {
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(
                    Comparator.comparingLong(Timer::time).thenComparingLong(Timer::number));

    private long added;

    /** One of them; which of several for the same time was added first, the number says. */
    record Timer(long time, long number, Runnable action) {}

    Timer add(long time, Runnable action) {
        Timer timer = new Timer(time, added++, action);
        timers.add(timer);
        return timer;
    }

    void remove(Timer timer) {
        timers.remove(timer);
    }

    /** The first time; for ever if there is none. */
    long next() {
        Timer first = timers.peek();
        return first == null ? Stepper.FOR_EVER : first.time;
    }

    /** Whether one is due. */
    boolean isDue(long now) {
        return next() <= now;
    }

    /** Takes the first one. */
    @Nullable Timer take() {
        return timers.poll();
    }
}
