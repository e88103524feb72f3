package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
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
import io.roundhouse.queue.ClosableBlockingQueue;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.Queues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * This project's queue for the number of producers and consumers, by {@code put} and {@code take}:
 * it waits by itself. Where the setting allows batches, both sides do as many at once as there is
 * room for, or as there are, and put or take one where they have to wait.
 */
@SystemInfo(
        name = "roundhouse-queue",
        guarantees = "fifo, exactly once",
        showDefault = true,
        about =
                "put and take, which wait by themselves, and many at a time where batches are allowed;"
                        + " references to preallocated Longs")
public final class RoundhouseQueue implements TransferSystem, LatencySystem, IdleSystem {

    private static final int LINE_BOUND = 1024;
    private static final int MASK = Goods.POOL - 1;
    private static final String BY = "by";
    private static final String DRAIN = "offerMany-drain";
    private static final String POLL_MANY = "offerMany-pollMany";

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return refusesQueues(spec);
    }

    /** Why a single queue cannot do this setting. */
    static Optional<String> refusesQueues(TransferSpec spec) {
        return spec.queueLike()
                ? Optional.empty()
                : Optional.of("every good of a queue goes to one consumer");
    }

    static Producers producers(TransferSpec spec) {
        return producers(spec.producers());
    }

    static Consumers consumers(TransferSpec spec) {
        return consumers(spec.consumers());
    }

    private static Producers producers(int threads) {
        return threads == 1 ? Producers.ONE_PRODUCER : Producers.MANY_PRODUCERS;
    }

    private static Consumers consumers(int threads) {
        return threads == 1 ? Consumers.ONE_CONSUMER : Consumers.MANY_CONSUMERS;
    }

    /** The queue for so many threads. */
    static ClosableBlockingQueue<Long> queue(
            int producers, int consumers, int bound, String strategy) {
        return Queues.of(producers(producers), consumers(consumers))
                .bounded(bound)
                .waiting(RoundhouseWaits.strategy(strategy))
                .build();
    }

    // ---- transfer

    @Override
    public List<Variant> variants(TransferSpec spec) {
        List<Variant> variants = new ArrayList<>();
        for (Variant wait : RoundhouseWaits.variants(spec.crowded())) {
            variants.add(wait.with("bound", 65536));
            variants.add(wait.with("bound", 1024));
        }
        return spec.batch() == 1
                ? variants
                : Stream.of(DRAIN, POLL_MANY)
                        .flatMap(by -> variants.stream().map(one -> one.with(BY, by)))
                        .toList();
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Session(
                spec,
                queue(
                        spec.producers(),
                        spec.consumers(),
                        variant.number("bound"),
                        variant.word("wait")),
                POLL_MANY.equals(variant.choices().get(BY)));
    }

    private record Session(TransferSpec spec, ClosableBlockingQueue<Long> queue, boolean pollsMany)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            Long[] pool = Goods.pool();
            ClosableBlockingQueue<Long> queue = this.queue;
            if (spec.batch() == 1) {
                return (first, count) -> oneByOne(queue, pool, first, count);
            }
            int batch = Math.min(spec.batch(), queue.capacity());
            List<Long> goods = new ArrayList<>(); // a batch may begin at each good of the pool
            for (int good = 0; good < Goods.POOL + batch; good++) {
                goods.add(pool[good & MASK]);
            }
            return (first, count) -> together(queue, goods, first, count, batch);
        }

        @Override
        public Consumer consumer(int index) {
            ClosableBlockingQueue<Long> queue = this.queue;
            int batch = spec.batch();
            if (batch == 1) {
                return count -> oneByOne(queue, count);
            }
            return pollsMany
                    ? count -> polled(queue, count, batch)
                    : count -> drained(queue, count, batch);
        }

        // the queue is a parameter, as in a user's loop it is a local variable: a field would be
        // read again for each element, behind every access that is ordered

        private static void oneByOne(
                ClosableBlockingQueue<Long> queue, Long[] pool, long first, long count)
                throws InterruptedException {
            for (long good = first; good < first + count; good++) {
                queue.put(pool[(int) good & MASK]);
            }
        }

        private static void together(
                ClosableBlockingQueue<Long> queue,
                List<Long> goods,
                long first,
                long count,
                int batch)
                throws InterruptedException {
            for (long sent = 0; sent < count; ) {
                int from = (int) (first + sent) & MASK;
                int to = from + (int) Math.min(batch, count - sent);
                int put = queue.offerMany(goods.subList(from, to));
                if (put == 0) {
                    queue.put(goods.get(from)); // waits for room
                    put = 1;
                }
                sent += put;
            }
        }

        private static Tally oneByOne(ClosableBlockingQueue<Long> queue, long count)
                throws InterruptedException {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                sum += queue.take();
            }
            return new Tally(count, sum);
        }

        private static Tally drained(ClosableBlockingQueue<Long> queue, long count, int batch)
                throws InterruptedException {
            long[] sum = new long[1];
            for (long got = 0; got < count; ) {
                sum[0] += queue.take();
                got++;
                int most = (int) Math.min(batch - 1, count - got);
                got += queue.drain(good -> sum[0] += good, most);
            }
            return new Tally(count, sum[0]);
        }

        private static Tally polled(ClosableBlockingQueue<Long> queue, long count, int batch)
                throws InterruptedException {
            long sum = 0;
            for (long got = 0; got < count; ) {
                List<Long> goods = queue.pollMany((int) Math.min(batch, count - got));
                if (goods.isEmpty()) {
                    sum += queue.take(); // waits for one
                    got++;
                    continue;
                }
                for (int i = 0; i < goods.size(); i++) {
                    sum += goods.get(i);
                }
                got += goods.size();
            }
            return new Tally(count, sum);
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }

        @Override
        public String config() {
            return spec.batch() == 1 ? "put, take" : "put, take to wait";
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    // ---- single goods

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return RoundhouseWaits.variants(spec.crowded());
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(queue(spec.producers(), 1, LINE_BOUND, variant.word("wait")));
    }

    @Override
    public List<Variant> variants(IdleSpec spec) {
        return List.of(Variant.of("wait", RoundhouseWaits.DEFAULT));
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        int threads = spec.shared() ? 2 : 1; // which of its queues it is
        return new Line(queue(threads, threads, LINE_BOUND, variant.word("wait")));
    }

    private record Line(ClosableBlockingQueue<Long> queue) implements OneWayLine {

        @Override
        public Sender sender(int index) {
            return queue::put;
        }

        @Override
        public Receiver receiver() {
            return (count, arrival) -> {
                for (long got = 0; got < count; got++) {
                    arrival.arrived(queue.take());
                }
            };
        }

        @Override
        public String config() {
            return "bound=%d put, take".formatted(LINE_BOUND);
        }
    }
}
