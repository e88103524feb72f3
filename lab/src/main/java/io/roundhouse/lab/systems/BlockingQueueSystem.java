package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Relay;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * A blocking queue of {@code java.util.concurrent} by {@code put} and {@code take}, and by {@code
 * drainTo} on the taking side where the setting allows batches. Where every consumer sees every
 * good, each has a queue of its own.
 */
public abstract class BlockingQueueSystem implements TransferSystem, LatencySystem, IdleSystem {

    /** A queue of at most that many elements. */
    protected abstract <T> BlockingQueue<T> queue(int bound);

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Variant.each("bound", 65536, 1024);
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        List<BlockingQueue<Long>> queues = new ArrayList<>();
        int lanes =
                switch (spec.mode()) {
                    case EACH -> spec.consumers();
                    case SHARE -> 1;
                    case MIXED -> spec.threads();
                };
        for (int lane = 0; lane < lanes; lane++) {
            queues.add(queue(variant.number("bound")));
        }
        return new Session(spec, queues, variant.number("bound"));
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return line();
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return line();
    }

    private OneWayLine line() {
        BlockingQueue<Long> queue = queue(1024);
        return new OneWayLine() {
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
                return "bound=1024 take";
            }
        };
    }

    /** Takes that many, one by one. */
    static Tally taken(BlockingQueue<Long> queue, long count) throws InterruptedException {
        long sum = 0;
        for (long got = 0; got < count; got++) {
            sum += queue.take();
        }
        return new Tally(count, sum);
    }

    /** Takes that many: one, for which it waits, and what else is there up to a batch. */
    static Tally drained(BlockingQueue<Long> queue, long count, int batch)
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

    private record Session(TransferSpec spec, List<BlockingQueue<Long>> queues, int bound)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            Long[] pool = Goods.pool();
            if (queues.size() == 1) {
                BlockingQueue<Long> queue = queues.getFirst();
                return (first, count) -> oneByOne(queue, pool, first, count);
            }
            return (first, count) -> {
                for (long good = first; good < first + count; good++) {
                    for (BlockingQueue<Long> queue : queues) {
                        queue.put(pool[(int) good & (Goods.POOL - 1)]);
                    }
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            BlockingQueue<Long> queue = queues.get(spec.mode() == Mode.SHARE ? 0 : index);
            return spec.batch() == 1
                    ? count -> taken(queue, count)
                    : count -> drained(queue, count, spec.batch());
        }

        private static void oneByOne(BlockingQueue<Long> queue, Long[] pool, long first, long count)
                throws InterruptedException {
            for (long good = first; good < first + count; good++) {
                queue.put(pool[(int) good & (Goods.POOL - 1)]);
            }
        }

        @Override
        public Relay relay(int index) {
            BlockingQueue<Long> in = queues.get(index);
            BlockingQueue<Long> out = queues.get((index + 1) % queues.size());
            Long[] pool = Goods.pool();
            return index == 0
                    ? (first, count) -> sendAndTake(pool, in, out, first, count)
                    : (first, count) -> passOn(pool, in, out, count);
        }

        /** Takes results whenever there is no room to send, so that a full ring never stops. */
        private static Tally sendAndTake(
                Long[] pool,
                BlockingQueue<Long> in,
                BlockingQueue<Long> out,
                long first,
                long count)
                throws InterruptedException {
            long sum = 0;
            long got = 0;
            for (long good = first; good < first + count; good++) {
                Long value = pool[(int) good & (Goods.POOL - 1)];
                while (!out.offer(value)) {
                    sum += in.take();
                    got++;
                }
                for (Long result = in.poll(); result != null; result = in.poll()) {
                    sum += result;
                    got++;
                }
            }
            for (; got < count; got++) {
                sum += in.take();
            }
            return new Tally(count, sum);
        }

        private static Tally passOn(
                Long[] pool, BlockingQueue<Long> in, BlockingQueue<Long> out, long count)
                throws InterruptedException {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                long good = in.take();
                sum += good;
                out.put(pool[(int) (good + 1) & (Goods.POOL - 1)]);
            }
            return new Tally(count, sum);
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }

        @Override
        public String config() {
            return spec.batch() == 1 || spec.mode() == Mode.MIXED
                    ? "put, take"
                    : "put, drainTo(" + spec.batch() + ")";
        }
    }
}
