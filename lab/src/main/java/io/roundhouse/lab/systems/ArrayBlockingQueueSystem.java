package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** {@link ArrayBlockingQueue}: one lock, no allocation. */
@SystemInfo(name = "array-blocking-queue", guarantees = "fifo, exactly once")
public final class ArrayBlockingQueueSystem extends BlockingQueueSystem {

    @Override
    protected <T> BlockingQueue<T> queue(int bound) {
        return new ArrayBlockingQueue<>(bound);
    }
}
