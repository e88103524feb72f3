package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSpec.Shape;
import io.roundhouse.lab.system.PipelineSystem;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** Stages with an {@link ArrayBlockingQueue} between each two that follow each other. */
@SystemInfo(name = "array-blocking-queue", guarantees = "fifo, exactly once")
public final class QueuePipeline implements PipelineSystem {

    @Override
    public List<Variant> variants(PipelineSpec spec) {
        return List.of(Variant.of("bound", 65536), Variant.of("bound", 1024));
    }

    @Override
    public TransferSession open(PipelineSpec spec, Variant variant) {
        return new Session(spec, variant.number("bound"));
    }

    private static final class Session implements TransferSession {
        private final PipelineSpec spec;
        private final Long[] pool = Goods.pool();

        /** What goes into each stage. */
        private final List<BlockingQueue<Long>> into = new ArrayList<>();

        /** What goes from the stages of a diamond into the one that joins them. */
        private final List<BlockingQueue<Long>> joined = new ArrayList<>();

        Session(PipelineSpec spec, int bound) {
            this.spec = spec;
            for (int s = 0; s < spec.stages(); s++) {
                into.add(new ArrayBlockingQueue<>(bound));
                joined.add(new ArrayBlockingQueue<>(bound));
            }
        }

        @Override
        public Producer producer(int index) {
            List<BlockingQueue<Long>> first =
                    spec.shape() == Shape.CHAIN ? into.subList(0, 1) : into;
            return (from, count) -> {
                for (long number = from; number < from + count; number++) {
                    Long good = pool[(int) number & (Goods.POOL - 1)];
                    for (BlockingQueue<Long> queue : first) {
                        queue.put(good);
                    }
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            if (index == spec.stages()) {
                return this::join;
            }
            BlockingQueue<Long> from = into.get(index);
            @Nullable BlockingQueue<Long> to =
                    switch (spec.shape()) {
                        case CHAIN -> index + 1 < spec.stages() ? into.get(index + 1) : null;
                        case DIAMOND -> joined.get(index);
                        case MULTICAST -> null;
                    };
            return count -> pass(from, to, count);
        }

        private static Tally pass(
                BlockingQueue<Long> from, @Nullable BlockingQueue<Long> to, long count)
                throws InterruptedException {
            long sum = 0;
            for (long i = 0; i < count; i++) {
                Long good = from.take();
                sum += good;
                if (to != null) {
                    to.put(good);
                }
            }
            return new Tally(count, sum);
        }

        private Tally join(long count) throws InterruptedException {
            long sum = 0;
            for (long i = 0; i < count; i++) {
                Long good = joined.getFirst().take();
                for (int s = 1; s < joined.size(); s++) {
                    joined.get(s).take();
                }
                sum += good;
            }
            return new Tally(count, sum);
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }
    }
}
