package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** {@link ConcurrentLinkedQueue}: lock-free, a node an element, without a bound. */
@SystemInfo(name = "concurrent-linked-queue", guarantees = "fifo, exactly once")
public final class ConcurrentLinkedQueueSystem extends PolledQueueSystem {

    @Override
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        return new ConcurrentLinkedQueue<>();
    }
}
