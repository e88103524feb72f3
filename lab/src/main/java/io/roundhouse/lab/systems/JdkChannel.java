package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Variant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;

/** A blocking queue of {@code java.util.concurrent} where others have a channel. */
abstract class JdkChannel implements ChannelSystem {

    private static final int MASK = Goods.POOL - 1;

    /** A queue of so many elements; 0 for a hand-over. */
    abstract BlockingQueue<Long> queue(int capacity);

    /** Why a queue that has room for one at least cannot do a setting. */
    static Optional<String> refusesRendezvous(ChannelSpec spec) {
        return spec.capacity() == 0 ? Optional.of("it has no rendezvous") : Optional.empty();
    }

    /** {@code put}, or what waits for the receiver. */
    void send(BlockingQueue<Long> queue, Long element) throws InterruptedException {
        queue.put(element);
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        BlockingQueue<Long> queue = queue(spec.capacity());
        int batch = spec.batch();
        return ChannelSession.ofThreads(
                spec,
                batch > 1 ? "put, drainTo" : "put, take",
                (_, count) -> {
                    Long[] pool = Goods.pool();
                    for (long i = 0; i < count; i++) {
                        send(queue, pool[(int) i & MASK]);
                    }
                },
                count ->
                        batch > 1
                                ? BlockingQueueSystem.drained(queue, count, batch)
                                : BlockingQueueSystem.taken(queue, count));
    }
}
