package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.queue.Queues;
import java.util.Queue;

/** This project's queue without a bound. */
@SystemInfo(
        name = "roundhouse-queue-unbounded",
        guarantees = "fifo, exactly once",
        about = "offer and poll; takes memory as it needs it")
public final class RoundhouseQueueUnbounded extends PolledQueueSystem {

    @Override
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        return Queues.of(RoundhouseQueue.producers(spec), RoundhouseQueue.consumers(spec))
                .unbounded()
                .build();
    }
}
