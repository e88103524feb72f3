package io.roundhouse.queue;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;

/** Never waits, and says whether it would have had to: for schedules in which time stands still. */
enum Awake implements WaitStrategy, Waiter {
    INSTANCE;

    @Override
    public Waiter newWaiter() {
        return this;
    }

    @Override
    public boolean await(Wait wait, long nanos) {
        return wait.met();
    }

    @Override
    public boolean pause(Wait wait) {
        return wait.met();
    }

    @Override
    public void wake() {}

    @Override
    public long waits() {
        return 0;
    }

    @Override
    public long parks() {
        return 0;
    }
}
