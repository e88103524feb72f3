package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** {@link LinkedBlockingQueue}: a lock at each end, a node an element. */
@SystemInfo(name = "linked-blocking-queue", guarantees = "fifo, exactly once")
public final class LinkedBlockingQueueSystem extends BlockingQueueSystem {

    @Override
    protected <T> BlockingQueue<T> queue(int bound) {
        return new LinkedBlockingQueue<>(bound);
    }
}
