package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/**
 * A queue by {@code offer} and {@code poll}: the caller decides what to do where there is no room,
 * or nothing there. One queue for all, each good goes to one consumer.
 */
public abstract class PolledQueueSystem implements TransferSystem, LatencySystem {

    /** A queue for that setting, of at most so many elements if it has a bound. */
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        throw new UnsupportedOperationException("needs more than a number of slots");
    }

    /** The same for those that have more to choose than that. */
    protected Queue<Long> queue(TransferSpec spec, Variant variant) {
        return queue(spec, variant.number("slots"));
    }

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return RoundhouseQueue.refusesQueues(spec);
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Pause.boundedVariants(spec.crowded());
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Session(queue(spec, variant), Pause.of(variant));
    }

    // ---- single goods

    @Override
    public Optional<String> refuses(LatencySpec spec) {
        return refuses(asTransfer(spec));
    }

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return variants(asTransfer(spec));
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(queue(asTransfer(spec), variant), Pause.of(variant));
    }

    static TransferSpec asTransfer(LatencySpec spec) {
        return new TransferSpec(
                spec.producers(), 1, 1, 1, 1, Mode.EACH, spec.busyThreads(), spec.cores());
    }

    private record Line(Queue<Long> queue, Pause pause) implements OneWayLine {

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
                    Long good = queue.poll();
                    while (good == null) {
                        pause.pause();
                        good = queue.poll();
                    }
                    arrival.arrived(good);
                }
            };
        }

        @Override
        public String config() {
            return "offer, poll " + queue.getClass().getSimpleName();
        }
    }

    // ---- transfer

    private record Session(Queue<Long> queue, Pause pause) implements TransferSession {

        @Override
        public Producer producer(int index) {
            Long[] pool = Goods.pool();
            return (first, count) -> produce(queue, pool, first, count);
        }

        /**
         * The queue is a parameter, as in a user's loop it is a local variable: a field would be
         * read again for each element, behind every access that is ordered.
         */
        private void produce(Queue<Long> queue, Long[] pool, long first, long count) {
            for (long good = first; good < first + count; good++) {
                Long value = pool[(int) good & (Goods.POOL - 1)];
                while (!queue.offer(value)) {
                    pause.pause();
                }
            }
        }

        @Override
        public Consumer consumer(int index) {
            return count -> consume(queue, count);
        }

        private Tally consume(Queue<Long> queue, long count) {
            long sum = 0;
            for (long got = 0; got < count; got++) {
                Long value = queue.poll();
                while (value == null) {
                    pause.pause();
                    value = queue.poll();
                }
                sum += value;
            }
            return new Tally(count, sum);
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }

        @Override
        public String config() {
            return "offer, poll " + queue.getClass().getSimpleName();
        }
    }
}
