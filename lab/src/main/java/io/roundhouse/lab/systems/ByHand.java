package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.MonteCarlo;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The work of a ring without the ring: split by hand, in equal parts, over as many threads as have
 * something to do. A bound, not a rival: no message is sent.
 */
@SystemInfo(
        name = "by-hand",
        guarantees = "no messages: only the work, split in equal parts",
        bound = true)
public final class ByHand implements RingSystem {

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return spec.work() == 0 ? Optional.of("no work to split") : Optional.empty();
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return new Split(spec);
    }

    private static final class Split implements RingSession {

        private final RingSpec spec;
        private final int threads;
        private final ExecutorService pool;
        private long rounds;
        private RingOutcome all = new RingOutcome(0, 0, 0);

        Split(RingSpec spec) {
            this.spec = spec;
            threads = Math.min(spec.threads(), spec.tokens());
            pool =
                    Executors.newFixedThreadPool(
                            threads, Thread.ofPlatform().daemon().name("part-", 0).factory());
        }

        @Override
        public OptionalLong construct(long roundsToRun) {
            rounds = roundsToRun;
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong run() throws InterruptedException, ExecutionException {
            long messages = spec.messages(rounds);
            List<Callable<RingOutcome>> parts = new ArrayList<>();
            for (long t = 0; t < threads; t++) {
                long from = messages * t / threads;
                long to = messages * (t + 1) / threads;
                parts.add(() -> part(from, to));
            }
            RingOutcome sum = new RingOutcome(0, 0, 0);
            for (Future<RingOutcome> part : pool.invokeAll(parts)) {
                RingOutcome done = part.get();
                sum =
                        new RingOutcome(
                                sum.messages() + done.messages(),
                                sum.sum() + done.sum(),
                                sum.hits() + done.hits());
            }
            all = sum;
            return OptionalLong.empty();
        }

        /** What would be done for some of the messages, were they sent one after the other. */
        private RingOutcome part(long from, long to) {
            long sum = 0;
            long hits = 0;
            for (long message = from; message < to; message++) {
                hits += MonteCarlo.hits(spec.work());
                sum += message / spec.nodes() % rounds;
            }
            return new RingOutcome(to - from, sum, hits);
        }

        @Override
        public RingOutcome outcome() {
            return all;
        }

        @Override
        public String config() {
            return "threads=" + threads;
        }

        @Override
        public void close() {
            pool.shutdownNow();
        }
    }
}
