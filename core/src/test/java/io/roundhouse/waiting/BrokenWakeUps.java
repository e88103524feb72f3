package io.roundhouse.waiting;

/**
 * Waiters of a user's that wait and wake as others do, but throw behind each wake-up from the
 * moment on when they are told to.
 */
public final class BrokenWakeUps implements WaitStrategy {
    private final WaitStrategy sound;
    private volatile boolean broken;

    /**
     * @param sound how they wait
     */
    public BrokenWakeUps(WaitStrategy sound) {
        this.sound = sound;
    }

    /** They throw from now on. */
    public void breakDown() {
        broken = true;
    }

    @Override
    public Waiter newWaiter() {
        return new Broken();
    }

    private final class Broken implements Waiter {
        private final Waiter its = sound.newWaiter();

        @Override
        public boolean await(Wait wait, long nanos) {
            return its.await(wait, nanos);
        }

        @Override
        public boolean pause(Wait wait) {
            return its.pause(wait);
        }

        @Override
        public void wake() {
            wakeSleeper();
        }

        @Override
        public boolean wakeSleeper() {
            boolean woken = its.wakeSleeper();
            if (broken) {
                throw new IllegalStateException("wake");
            }
            return woken;
        }

        @Override
        public long waits() {
            return its.waits();
        }

        @Override
        public long parks() {
            return its.parks();
        }
    }
}
