package io.roundhouse;

import java.util.function.BooleanSupplier;

/**
 * Waits, awake, for what nobody would tell of. A test whose time is up is interrupted: if what it
 * waits for does not come true soon after, it fails, and says what all threads are at. A loop
 * without that would go on for ever, and take its processor away from all other tests.
 */
public final class Until {
    /** Some are interrupted as part of the test, a moment before what they wait for is so. */
    private static final long GRACE_NANOS = 10_000_000_000L;

    private Until() {}

    /** Comes back once that is so. */
    public static void isTrue(BooleanSupplier condition) {
        isTrue(condition, Thread::yield);
    }

    /** The same, with that between two looks. */
    public static void isTrue(BooleanSupplier condition, Runnable between) {
        isTrue(condition, between, GRACE_NANOS);
    }

    /** The same; who is interrupted still looks for so long. The flag stays set. */
    static void isTrue(BooleanSupplier condition, Runnable between, long graceNanos) {
        while (!condition.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                isTrueIn(graceNanos, condition, between);
                return;
            }
            between.run();
        }
    }

    private static void isTrueIn(long nanos, BooleanSupplier condition, Runnable between) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start >= nanos) {
                throw new AssertionError("it never came true; the threads:\n" + threads());
            }
            between.run();
        }
    }

    /** Comes back once the thread sleeps, for whatever it is; fails if it ends instead. */
    public static void isAsleep(Thread thread) {
        isTrue(() -> {
            if (!thread.isAlive()) {
                throw new AssertionError("has ended, and was to sleep: " + thread);
            }
            return sleeps(thread);
        });
    }

    /** Whether a thread sleeps, for whatever it is. */
    public static boolean sleeps(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** What each thread is at; not virtual ones, whose dump may end a JVM of 25.0.3. */
    private static String threads() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces()
                .forEach((thread, frames) -> {
                    text.append(thread).append(' ').append(thread.getState()).append('\n');
                    for (StackTraceElement each : frames) {
                        text.append("    at ").append(each).append('\n');
                    }
                });
        return text.toString();
    }
}
