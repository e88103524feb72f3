package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Relay;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.Pause;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.MessagePassingQueue;

/**
 * The bounded array queue that JCTools recommends for the number of producers and consumers and its
 * twin by {@code VarHandle}, by relaxed operations, and by {@code fill} and {@code drain} where the
 * setting allows batches. Where every consumer sees every good, each has a queue of its own.
 */
@SystemInfo(name = "jctools", artifact = "jctools-core-jdk11", guarantees = "fifo, exactly once")
public final class JCToolsTransfer implements TransferSystem {

    private static final String ONE_BY_ONE = "relaxed-offer-poll";
    private static final String TOGETHER = "fill-drain";

    @Override
    public List<Variant> variants(TransferSpec spec) {
        boolean batches = spec.batch() > 1 && spec.mode() != Mode.MIXED;
        List<Variant> variants = Pause.boundedVariants(spec.crowded());
        return Access.ofEach(Variant.withEach(variants, "by", batches ? TOGETHER : ONE_BY_ONE));
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        int lanes =
                switch (spec.mode()) {
                    case EACH -> spec.consumers();
                    case SHARE -> 1;
                    case MIXED -> spec.threads();
                };
        List<MessagePassingQueue<Long>> queues = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            queues.add(queue(spec, variant));
        }
        Pause pause = Pause.of(variant);
        boolean batches = variant.word("by").equals(TOGETHER);
        return new Session(spec, queues, pause, batches);
    }

    private static MessagePassingQueue<Long> queue(TransferSpec spec, Variant variant) {
        boolean oneConsumer = spec.mode() != Mode.SHARE || spec.consumers() == 1;
        return Access.of(variant)
                .bounded(spec.producers() == 1, oneConsumer, variant.number("slots"));
    }

    private record Session(
            TransferSpec spec, List<MessagePassingQueue<Long>> queues, Pause pause, boolean batches)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            Long[] pool = Goods.pool();
            MessagePassingQueue<Long> only = queues.getFirst();
            if (queues.size() > 1) {
                return (first, count) -> produceToAll(pool, first, count);
            }
            return batches
                    ? (first, count) -> fill(only, pool, first, count)
                    : (first, count) -> produce(only, pool, first, count);
        }

        private void produce(MessagePassingQueue<Long> queue, Long[] pool, long first, long count) {
            for (long good = first; good < first + count; good++) {
                Long value = pool[(int) good & (Goods.POOL - 1)];
                while (!queue.relaxedOffer(value)) {
                    pause.pause();
                }
            }
        }

        private void produceToAll(Long[] pool, long first, long count) {
            for (long good = first; good < first + count; good++) {
                Long value = pool[(int) good & (Goods.POOL - 1)];
                for (MessagePassingQueue<Long> queue : queues) {
                    while (!queue.relaxedOffer(value)) {
                        pause.pause();
                    }
                }
            }
        }

        private void fill(MessagePassingQueue<Long> queue, Long[] pool, long first, long count) {
            Filler filler = new Filler(pool, first);
            for (long sent = 0; sent < count; ) {
                int filled = queue.fill(filler, (int) Math.min(spec.batch(), count - sent));
                sent += filled;
                if (filled == 0) {
                    pause.pause();
                }
            }
        }

        @Override
        public Consumer consumer(int index) {
            MessagePassingQueue<Long> queue = queues.get(spec.mode() == Mode.SHARE ? 0 : index);
            return batches ? count -> drain(queue, count) : count -> consume(queue, count);
        }

        private Tally consume(MessagePassingQueue<Long> queue, long count) {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                sum += take(queue);
            }
            return new Tally(count, sum);
        }

        private long take(MessagePassingQueue<Long> queue) {
            Long value = queue.relaxedPoll();
            while (value == null) {
                pause.pause();
                value = queue.relaxedPoll();
            }
            return value;
        }

        private Tally drain(MessagePassingQueue<Long> queue, long count) {
            Adder adder = new Adder();
            for (long got = 0; got < count; ) {
                int drained = queue.drain(adder, (int) Math.min(spec.batch(), count - got));
                got += drained;
                if (drained == 0) {
                    pause.pause();
                }
            }
            return new Tally(count, adder.sum);
        }

        @Override
        public Relay relay(int index) {
            MessagePassingQueue<Long> in = queues.get(index);
            MessagePassingQueue<Long> out = queues.get((index + 1) % queues.size());
            Long[] pool = Goods.pool();
            return index == 0
                    ? (first, count) -> sendAndTake(pool, in, out, first, count)
                    : (first, count) -> passOn(pool, in, out, count);
        }

        /** Takes results whenever there are some, so that a full ring never stops. */
        private Tally sendAndTake(
                Long[] pool,
                MessagePassingQueue<Long> in,
                MessagePassingQueue<Long> out,
                long first,
                long count) {
            long sum = 0;
            long got = 0;
            long good = first;
            while (got < count) {
                boolean idle = true;
                if (good < first + count && out.relaxedOffer(pool[(int) good & (Goods.POOL - 1)])) {
                    good++;
                    idle = false;
                }
                Long result = in.relaxedPoll();
                if (result != null) {
                    sum += result;
                    got++;
                    idle = false;
                }
                if (idle) {
                    pause.pause();
                }
            }
            return new Tally(count, sum);
        }

        private Tally passOn(
                Long[] pool,
                MessagePassingQueue<Long> in,
                MessagePassingQueue<Long> out,
                long count) {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                long good = take(in);
                sum += good;
                Long next = pool[(int) (good + 1) & (Goods.POOL - 1)];
                while (!out.relaxedOffer(next)) {
                    pause.pause();
                }
            }
            return new Tally(count, sum);
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }

        @Override
        public String config() {
            return queues.getFirst().getClass().getSimpleName();
        }
    }

    /** Supplies goods to {@code fill}. */
    private static final class Filler implements MessagePassingQueue.Supplier<Long> {
        private final Long[] pool;
        private long next;

        Filler(Long[] pool, long first) {
            this.pool = pool;
            this.next = first;
        }

        @Override
        public Long get() {
            return pool[(int) next++ & (Goods.POOL - 1)];
        }
    }

    /** Takes goods from {@code drain}. */
    private static final class Adder implements MessagePassingQueue.Consumer<Long> {
        private long sum;

        @Override
        public void accept(Long value) {
            sum += value;
        }
    }
}
