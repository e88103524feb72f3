package io.roundhouse.waiting;

import java.time.Duration;
import java.util.Objects;

/** The one door to time. A simulation puts its own clock here. */
@FunctionalInterface
public interface Clock {
    /** Nanoseconds since an arbitrary origin, never going back. */
    long nanoTime();

    /**
     * A time to wait in nanoseconds: {@link Long#MAX_VALUE}, for ever, where it is 292 years or
     * more.
     *
     * @throws IllegalArgumentException if it is negative
     */
    static long nanos(Duration time) {
        Objects.requireNonNull(time, "a time to wait is needed: Duration.ZERO is none");
        if (time.isNegative()) {
            throw new IllegalArgumentException("a time to wait cannot be negative: " + time);
        }
        return time.getSeconds() >= Long.MAX_VALUE / 1_000_000_000L
                ? Long.MAX_VALUE
                : time.toNanos();
    }

    /** The system's clock. */
    static Clock system() {
        return System::nanoTime;
    }
}
