package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import java.util.Queue;

/** This project's queue for the number of producers and consumers, without its waiting. */
@SystemInfo(
        name = "roundhouse-queue-polled",
        guarantees = "fifo, exactly once",
        about = "offer and poll, with the caller's pauses; references to preallocated Longs")
public final class RoundhouseQueuePolled extends PolledQueueSystem {

    @Override
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        return RoundhouseQueue.queue(
                spec.producers(), spec.consumers(), slots, RoundhouseWaits.DEFAULT);
    }
}
