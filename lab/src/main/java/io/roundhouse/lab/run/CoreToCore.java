package io.roundhouse.lab.run;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Measures the core-to-core round trip: two threads hand a number to and fro in one cache line, for
 * about a millisecond, and the best of many short batches counts, so that a thread that was taken
 * off its processor does not. Used by one thread; its other one has ended when a measurement
 * returns.
 */
final class CoreToCore {

    /** A system may start both threads on one processor, and move one away some 10 ms later. */
    private static final long LIMIT_NANOS = 50_000_000;

    private static final int TRIPS = 100;
    private static final int BATCHES = 20;

    /** The first measurement takes longer, so that the code is compiled. */
    private static final int FIRST_BATCHES = 400;

    private static final int LOOKS_A_TIME = 1_024;

    private final ThreadFactory threads;
    private final LongSupplier nanoTime;
    private int batches = FIRST_BATCHES;

    CoreToCore() {
        this(Thread.ofPlatform().name("core-to-core").daemon().factory(), System::nanoTime);
    }

    CoreToCore(ThreadFactory threads, LongSupplier nanoTime) {
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** What the two threads hand to and fro: odd numbers out, the next even ones back. */
    private static final class Ball {
        volatile long number;
        volatile boolean dropped;
        final CountDownLatch partnerCame = new CountDownLatch(1);

        void sendBack() {
            partnerCame.countDown();
            while (!dropped) {
                long seen = number;
                if (seen % 2 == 1) {
                    number = seen + 1;
                }
            }
        }
    }

    /**
     * The round trip in ns; empty where the threads had no two processors within the limit of 50
     * ms.
     */
    OptionalDouble roundTripNanos() throws InterruptedException {
        long until = nanoTime.getAsLong() + LIMIT_NANOS;
        Ball ball = new Ball();
        Thread partner = threads.newThread(ball::sendBack);
        partner.start();
        try {
            return ball.partnerCame.await(LIMIT_NANOS, TimeUnit.NANOSECONDS)
                    ? fastest(batchNanos(ball, until))
                    : OptionalDouble.empty();
        } finally {
            ball.dropped = true;
            partner.join();
        }
    }

    private long[] batchNanos(Ball ball, long until) {
        long[] nanos = new long[batches];
        for (int batch = 0; batch < nanos.length; batch++) {
            long begun = nanoTime.getAsLong();
            if (!batch(ball, until)) {
                return Arrays.copyOf(nanos, batch);
            }
            nanos[batch] = nanoTime.getAsLong() - begun;
        }
        batches = BATCHES;
        return nanos;
    }

    /**
     * A round trip of the fastest batch; the first one does not count, in which threads find their
     * processors.
     */
    static OptionalDouble fastest(long[] batchNanos) {
        return Arrays.stream(batchNanos).skip(1).mapToDouble(nanos -> (double) nanos / TRIPS).min();
    }

    /** Whether all of it came back in time. */
    private boolean batch(Ball ball, long until) {
        for (int trip = 0; trip < TRIPS; trip++) {
            long back = ball.number + 2;
            ball.number = back - 1;
            for (int looks = 1; ball.number != back; looks++) {
                if (looks % LOOKS_A_TIME == 0 && nanoTime.getAsLong() - until >= 0) {
                    return false;
                }
            }
        }
        return nanoTime.getAsLong() - until < 0;
    }
}
