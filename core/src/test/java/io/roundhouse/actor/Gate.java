package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;

import java.util.concurrent.CountDownLatch;

/** Holds up the calls that come to it, until the test opens it. */
final class Gate {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** Within a call: tells that it is there, and waits. */
    void pass() {
        reached.countDown();
        await(open);
    }

    void awaitReached() {
        await(reached);
    }

    void open() {
        open.countDown();
    }
}
