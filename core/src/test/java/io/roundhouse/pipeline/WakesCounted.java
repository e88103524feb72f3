package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.concurrent.atomic.AtomicInteger;

/** A waiter that waits as the test says, and counts how often it is woken. */
abstract class WakesCounted implements Waiter {
    final AtomicInteger woken = new AtomicInteger();

    @Override
    public boolean pause(Wait wait) {
        return wait.met();
    }

    @Override
    public void wake() {
        woken.incrementAndGet();
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
