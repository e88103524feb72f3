package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/** A blocking queue of {@code java.util.concurrent} where others have a channel. */
abstract class JdkChannel implements ChannelSystem {

    private static final int MASK = Goods.POOL - 1;

    /** A queue of so many elements; 0 for a hand-over. */
    abstract BlockingQueue<Long> queue(int capacity);

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
                count -> batch > 1 ? drained(queue, count, batch) : taken(queue, count));
    }

    private static Tally taken(BlockingQueue<Long> queue, long count) throws InterruptedException {
        long sum = 0;
        for (long i = 0; i < count; i++) {
            sum += queue.take();
        }
        return new Tally(count, sum);
    }

    private static Tally drained(BlockingQueue<Long> queue, long count, int batch)
            throws InterruptedException {
        List<Long> taken = new ArrayList<>(batch);
        long sum = 0;
        long got = 0;
        while (got < count) {
            sum += queue.take();
            got++;
            got += queue.drainTo(taken, (int) Math.min(batch - 1, count - got));
            for (int i = 0; i < taken.size(); i++) {
                sum += taken.get(i);
            }
            taken.clear();
        }
        return new Tally(count, sum);
    }
}
