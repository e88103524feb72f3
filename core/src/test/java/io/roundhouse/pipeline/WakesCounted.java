package io.roundhouse.pipeline;

import io.roundhouse.waiting.StubWaiter;
import java.util.concurrent.atomic.AtomicInteger;

/** A waiter that waits as the test says, and counts how often it is woken. */
abstract class WakesCounted extends StubWaiter {
    final AtomicInteger woken = new AtomicInteger();

    @Override
    public void wake() {
        woken.incrementAndGet();
    }
}
