package io.roundhouse.proof;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/** A waiter that looks once and never waits: where a schedule says who goes on, and when. */
public abstract class OneLook implements Waiter {
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
