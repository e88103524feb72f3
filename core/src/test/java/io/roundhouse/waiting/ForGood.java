package io.roundhouse.waiting;

import io.roundhouse.memory.StackRoom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits that end only by a wake-up: after the two naps that wakers without a fence rely on, whoever
 * sleeps does so for good; without naps where wakers have a fence. A wake-up that is lost when
 * everybody {@linkplain #awaitAsleep sleeps} is not made good by the clock, as it would be
 * elsewhere.
 */
public final class ForGood implements WaitStrategy {
    private static final long NAP_NANOS = 200_000;

    /** A day; without an end, some virtual threads of JDK 25 miss the end. */
    private static final long FOR_GOOD_NANOS = TimeUnit.DAYS.toNanos(1);

    private static final int FRAMES_TO_UNPARK = 256;
    private static final Clock CLOCK = Clock.system();

    private final AtomicInteger asleep = new AtomicInteger();

    /** Comes back when so many sleep, or are about to and will not look again before. */
    public void awaitAsleep(int many) throws InterruptedException {
        while (asleep.get() != many) {
            if (Thread.interrupted()) {
                throw new InterruptedException(asleep + " sleep, not " + many);
            }
            Thread.yield();
        }
    }

    /** Whether so many do at the moment. */
    public boolean areAsleep(int many) {
        return asleep.get() == many;
    }

    @Override
    public Waiter newWaiter() {
        return new Sleeper();
    }

    private final class Sleeper extends StubWaiter {
        private final AtomicReference<@Nullable Thread> sleeper = new AtomicReference<>();

        @Override
        public boolean await(Wait wait, long nanos) {
            if (wait.met()) {
                return true;
            }
            if (nanos <= 0) {
                return false;
            }
            long deadline = System.nanoTime() + Math.min(nanos, FOR_GOOD_NANOS);
            wait.beforePark();
            try {
                return sleep(wait, deadline);
            } finally {
                sleeper.set(null);
                wait.afterPark();
            }
        }

        private boolean sleep(Wait wait, long deadline) {
            Thread me = Thread.currentThread();
            int naps = 0;
            while (true) {
                if (sleeper.getAndSet(me) == null) {
                    naps = 2;
                }
                boolean fenced = wait.wakersFence(CLOCK);
                if (wait.met()) {
                    return true;
                }
                if (me.isInterrupted()) {
                    throw new WaitInterruptedException(wait);
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                if (naps-- > 0 && !fenced) {
                    LockSupport.parkNanos(wait, Math.min(left, NAP_NANOS));
                } else {
                    sleepForGood(wait, left);
                }
            }
        }

        private void sleepForGood(Wait wait, long left) {
            asleep.incrementAndGet();
            LockSupport.parkNanos(wait, left);
            asleep.decrementAndGet();
        }

        @Override
        public void wake() {
            wakeSleeper();
        }

        @Override
        public boolean wakeSleeper() {
            StackRoom.needs(FRAMES_TO_UNPARK);
            Thread thread = sleeper.getAndSet(null);
            if (thread != null) {
                LockSupport.unpark(thread);
            }
            return thread != null;
        }
    }
}
