package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
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
        return Queues.of(
                        spec.producers() == 1 ? Producers.ONE_PRODUCER : Producers.MANY_PRODUCERS,
                        spec.consumers() == 1 ? Consumers.ONE_CONSUMER : Consumers.MANY_CONSUMERS)
                .unbounded()
                .build();
    }
}
