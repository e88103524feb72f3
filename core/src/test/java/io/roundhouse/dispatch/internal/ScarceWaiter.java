package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.concurrent.atomic.AtomicInteger;

/** Waits as another one does, but for its first three waits there is no memory. */
class ScarceWaiter implements Waiter {
    final AtomicInteger tries = new AtomicInteger();
    private final Waiter plentiful = WaitStrategy.parking().newWaiter();

    /** At each try, with its number. */
    void tried(int number, Wait wait) {}

    @Override
    public boolean await(Wait wait, long nanos) {
        int number = tries.incrementAndGet();
        tried(number, wait);
        if (number <= 3) {
            throw new OutOfMemoryError("on purpose");
        }
        return plentiful.await(wait, nanos);
    }

    @Override
    public boolean pause(Wait wait) {
        return plentiful.pause(wait);
    }

    @Override
    public void wake() {
        plentiful.wake();
    }

    @Override
    public long waits() {
        return plentiful.waits();
    }

    @Override
    public long parks() {
        return plentiful.parks();
    }
}
