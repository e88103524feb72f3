package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Waiters that sleep until they are woken, without naps; and count those who were not, though what
 * they wait for was there. Some may not have been: who rings has no fence, and leaves that to naps.
 */
final class SoundSleepers implements WaitStrategy {
    private static final long OVERSLEPT_MILLIS = 500;

    final AtomicInteger overslept = new AtomicInteger();
    private final AtomicInteger sleeping = new AtomicInteger();

    /** Waits until so many sleep. */
    void await(int asleep) {
        while (sleeping.get() != asleep) {
            Thread.yield();
        }
    }

    @Override
    public Waiter newWaiter() {
        return new Sleeper();
    }

    private final class Sleeper implements Waiter {
        private boolean asleep;

        @Override
        public boolean await(Wait wait, long nanos) {
            if (wait.met()) {
                return true;
            }
            wait.beforePark();
            try {
                while (true) {
                    sleeps(true);
                    if (wait.met() || sleepsUntilMet(wait)) {
                        return true;
                    }
                }
            } finally {
                sleeps(false);
                wait.afterPark();
            }
        }

        private synchronized void sleeps(boolean now) {
            asleep = now;
        }

        private boolean sleepsUntilMet(Wait wait) {
            boolean woken = sleep();
            boolean met = wait.met();
            if (met && !woken) {
                overslept.incrementAndGet();
            }
            return met;
        }

        /** Returns whether somebody has woken it. */
        private synchronized boolean sleep() {
            sleeping.getAndIncrement();
            try {
                if (asleep) {
                    wait(OVERSLEPT_MILLIS);
                }
                return !asleep;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } finally {
                sleeping.getAndDecrement();
            }
        }

        @Override
        public boolean pause(Wait wait) {
            return wait.met();
        }

        @Override
        public void wake() {
            wakeSleeper();
        }

        @Override
        public synchronized boolean wakeSleeper() {
            if (!asleep) {
                return false;
            }
            asleep = false;
            notifyAll();
            return true;
        }

        @Override
        public long waits() {
            return 0;
        }

        @Override
        public long parks() {
            return 0;
        }
    }
}
