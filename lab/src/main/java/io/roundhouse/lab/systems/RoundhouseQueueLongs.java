package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.queue.LongQueue;
import io.roundhouse.queue.Queues;
import java.util.List;
import java.util.Optional;

/**
 * This project's queue of {@code long}s, without its waiting. Goods are numbers, not references.
 * Where the setting allows batches, it puts and takes many at a time.
 */
@SystemInfo(
        name = "roundhouse-queue-longs",
        guarantees = "fifo, exactly once",
        about = "offer and poll, with the caller's pauses; longs, nothing boxed")
public final class RoundhouseQueueLongs implements TransferSystem, LatencySystem {

    /** No good is that number. */
    private static final long NONE = Long.MIN_VALUE;

    private static final String ONE_BY_ONE = "offer-poll";
    private static final String TOGETHER = "offerMany-drain";

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return RoundhouseQueue.refusesQueues(spec);
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        String by = spec.batch() == 1 ? ONE_BY_ONE : TOGETHER;
        return Variant.withEach(Pause.boundedVariants(spec.crowded()), "by", by);
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Session(spec, queue(spec, variant), Pause.of(variant));
    }

    private static LongQueue queue(TransferSpec spec, Variant variant) {
        return Queues.of(RoundhouseQueue.producers(spec), RoundhouseQueue.consumers(spec))
                .bounded(variant.number("slots"))
                .buildLongs();
    }

    // ---- single goods

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return variants(PolledQueueSystem.asTransfer(spec));
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(queue(PolledQueueSystem.asTransfer(spec), variant), Pause.of(variant));
    }

    private static long take(LongQueue queue, Pause pause) {
        long good = queue.poll(NONE);
        while (good == NONE) {
            pause.pause();
            good = queue.poll(NONE);
        }
        return good;
    }

    private record Line(LongQueue queue, Pause pause) implements OneWayLine {

        @Override
        public Sender sender(int index) {
            return good -> {
                while (!queue.offer(good)) {
                    pause.pause();
                }
            };
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0; got < count; got++) {
                    arrival.arrived(take(queue, pause));
                }
            };
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    // ---- transfer; the queue is a parameter of each loop, as in PolledQueueSystem

    private record Session(TransferSpec spec, LongQueue queue, Pause pause)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            long[] goods = new long[Math.min(spec.batch(), queue.capacity())];
            return spec.batch() == 1
                    ? (first, count) -> oneByOne(queue, first, count)
                    : (first, count) -> together(queue, goods, first, count);
        }

        private void oneByOne(LongQueue queue, long first, long count) {
            for (long good = first; good < first + count; good++) {
                while (!queue.offer(good)) {
                    pause.pause();
                }
            }
        }

        private void together(LongQueue queue, long[] goods, long first, long count) {
            for (long sent = 0; sent < count; ) {
                int most = (int) Math.min(goods.length, count - sent);
                for (int i = 0; i < most; i++) {
                    goods[i] = first + sent + i;
                }
                for (int put = 0; put < most; ) {
                    int more = queue.offerMany(goods, put, most);
                    put += more;
                    if (more == 0) {
                        pause.pause();
                    }
                }
                sent += most;
            }
        }

        @Override
        public Consumer consumer(int index) {
            int batch = spec.batch();
            return batch == 1
                    ? count -> oneByOne(queue, count)
                    : count -> together(queue, count, batch);
        }

        private Tally oneByOne(LongQueue queue, long count) {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                sum += take(queue, pause);
            }
            return new Tally(count, sum);
        }

        private Tally together(LongQueue queue, long count, int batch) {
            long[] sum = new long[1];
            for (long got = 0; got < count; ) {
                int more = queue.drain(good -> sum[0] += good, (int) Math.min(batch, count - got));
                got += more;
                if (more == 0) {
                    pause.pause();
                }
            }
            return new Tally(count, sum[0]);
        }

        @Override
        public void close() {
            queue.close();
        }
    }
}
