package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The work without the hand-over: one big job a core, whose results are added up at the end. Either
 * as one stretch of the series, or small job by small job in a row; in each round the better
 * counts.
 */
@SystemInfo(
        name = "limit",
        version = "3",
        guarantees = "no messages: only the work, split in equal parts",
        bound = true)
public final class LimitPi implements PiSystem {

    private static final String IN_ONE = "in-one";

    @Override
    public List<Variant> variants(PiSpec spec) {
        return Variant.each("terms", IN_ONE, "by-job");
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        int parts = Math.min(spec.workers(), spec.cores());
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        parts, Thread.ofPlatform().daemon().name("part-", 0).factory());
        return new Split(spec.steps(), parts, variant.word("terms").equals(IN_ONE), pool);
    }

    private record Split(int steps, int parts, boolean inOne, ExecutorService pool)
            implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException, ExecutionException {
            List<Callable<Double>> work = new ArrayList<>();
            for (int p = 0; p < parts; p++) {
                int from = (int) ((long) jobs * p / parts);
                int to = (int) ((long) jobs * (p + 1) / parts);
                work.add(() -> inOne ? PiParts.sum(from * steps, to * steps) : byJob(from, to));
            }
            double sum = 0;
            for (Future<Double> part : pool.invokeAll(work)) {
                sum += part.get();
            }
            return new PiOutcome(sum, jobs);
        }

        private double byJob(int from, int to) {
            double sum = 0;
            for (int job = from; job < to; job++) {
                sum += PiParts.job(job, steps);
            }
            return sum;
        }

        @Override
        public String config() {
            return "threads=" + parts;
        }

        @Override
        public void close() {
            pool.shutdownNow();
        }
    }
}
