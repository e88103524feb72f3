package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.queue.Queues;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;

/** This project's queue that begins small and grows to a bound, by segments. */
@SystemInfo(
        name = "roundhouse-queue-growing",
        guarantees = "fifo, exactly once",
        about = "offer and poll; takes segments of memory as it needs them, up to a bound")
public final class RoundhouseQueueGrowing extends PolledQueueSystem {

    private static final int[] SEGMENTS = {64, 1024};

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return super.variants(spec).stream()
                .flatMap(variant ->
                        IntStream.of(SEGMENTS)
                                .filter(from -> from < variant.number("slots"))
                                .mapToObj(from -> variant.with("from", from)))
                .toList();
    }

    @Override
    protected Queue<Long> queue(TransferSpec spec, Variant variant) {
        return Queues.of(RoundhouseQueue.producers(spec), RoundhouseQueue.consumers(spec))
                .growing(variant.number("from"), variant.number("slots"))
                .build();
    }
}
