package io.roundhouse.waiting;

/**
 * A waiter of a test, which says how it waits and is woken; it pauses by one look, and counts
 * nothing.
 */
public abstract class StubWaiter implements Waiter {
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
