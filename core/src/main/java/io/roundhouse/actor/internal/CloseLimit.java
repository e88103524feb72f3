package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Clock;
import java.time.Duration;

/**
 * How long a house may take to close, from now on: in the time of its calls, and in the system's
 * where it waits for threads. These differ where the house is stepped: there time passes only as
 * who steps has it pass, while another thread hangs in a call, or actors never come to rest.
 */
final class CloseLimit {
    private static final long LEAST_NANOS = Duration.ofSeconds(1).toNanos();

    private final long nanos;
    private final Clock calls;
    private final Clock system;
    private final long callsBegan;
    private final long systemBegan;

    CloseLimit(long nanos, Clock calls, Clock system) {
        this.nanos = nanos;
        this.calls = calls;
        this.system = system;
        this.callsBegan = calls.nanoTime();
        this.systemBegan = system.nanoTime();
    }

    /** What is left for calls, in their time. */
    long forCalls() {
        return left(nanos, calls.nanoTime() - callsBegan);
    }

    /** What is left to wait for other threads. */
    long forOthers() {
        return left(nanos, system.nanoTime() - systemBegan);
    }

    /**
     * Whether it is over for who steps, in the system's time: not within a second, so that what
     * comes to rest does so each time, whatever else the machine does.
     */
    boolean isOverForSteps() {
        return left(Math.max(nanos, LEAST_NANOS), system.nanoTime() - systemBegan) == 0;
    }

    /** What is left for threads to end, in the system's time. */
    long toEnd() {
        return toEnd(nanos, system.nanoTime() - systemBegan);
    }

    private static long left(long limitNanos, long passedNanos) {
        return limitNanos == Long.MAX_VALUE
                ? limitNanos // for ever
                : Math.max(0, limitNanos - passedNanos);
    }

    /** How long threads have to end, where so much of the limit is gone: the rest, or a second. */
    static long toEnd(long limitNanos, long passedNanos) {
        return Math.max(left(limitNanos, passedNanos), LEAST_NANOS);
    }
}
