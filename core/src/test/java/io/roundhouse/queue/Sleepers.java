package io.roundhouse.queue;

import io.roundhouse.Until;
import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Waits that sleep at once, whose wake-ups are counted, and which go on only when the test lets
 * them: so that what others do between a wake-up and the next look is the test's to say.
 */
final class Sleepers implements WaitStrategy {
    private final Semaphore mayGoOn = new Semaphore(0);
    private final AtomicInteger asleep = new AtomicInteger();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private final AtomicInteger sleeps = new AtomicInteger();

    /** How often somebody who slept was woken. */
    int wakeUps() {
        return wakeUps.get();
    }

    /** How often somebody went to sleep. */
    int sleeps() {
        return sleeps.get();
    }

    /** Comes back when so many are asleep or woken, and not let go on. */
    void awaitAsleep(int many) {
        Until.isTrue(() -> asleep.get() >= many);
    }

    /** Whoever is woken goes on from now on. */
    void letGoOn() {
        mayGoOn.release(1 << 20);
    }

    @Override
    public Waiter newWaiter() {
        return new Sleeper();
    }

    private final class Sleeper extends StubWaiter {
        private final AtomicBoolean sleeps = new AtomicBoolean();
        private final Semaphore woken = new Semaphore(0);

        @Override
        public boolean await(Wait wait, long nanos) {
            if (wait.met()) {
                return true;
            }
            wait.beforePark();
            sleeps.set(true);
            while (!wait.met()) {
                sleep();
                sleeps.set(true);
            }
            sleeps.set(false);
            wait.afterPark();
            return true;
        }

        private void sleep() {
            Sleepers.this.sleeps.incrementAndGet();
            asleep.incrementAndGet();
            woken.acquireUninterruptibly();
            mayGoOn.acquireUninterruptibly();
            asleep.decrementAndGet();
        }

        @Override
        public void wake() {
            if (sleeps.compareAndSet(true, false)) {
                wakeUps.incrementAndGet();
                woken.release();
            }
        }
    }
}
