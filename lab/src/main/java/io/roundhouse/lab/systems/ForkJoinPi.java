package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;

/**
 * The JDK's work-stealing pool: jobs that are got by halving what is to be done, a task each, whose
 * results are joined in pairs; or jobs submitted one by one, whose results go into one shared cell.
 */
@SystemInfo(name = "fork-join", guarantees = "exactly once, no order")
public final class ForkJoinPi implements PiSystem {

    private static final String HALVED = "halved";

    @Override
    public List<Variant> variants(PiSpec spec) {
        return Variant.each("jobs", HALVED, "submitted");
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        ForkJoinPool pool = new ForkJoinPool(spec.workers());
        return variant.word("jobs").equals(HALVED)
                ? new Halved(pool, spec.steps())
                : new Submitted(pool, spec.steps());
    }

    private record Halved(ForkJoinPool pool, int steps) implements PiSession {

        @Override
        public PiOutcome compute(int jobs) {
            Part all = new Part(0, jobs, steps);
            pool.invoke(all);
            return new PiOutcome(all.sum, all.results);
        }

        @Override
        public String config() {
            return "results joined in pairs, none sent";
        }

        @Override
        public void close() {
            pool.shutdownNow();
        }
    }

    /** Some of the jobs; halved until it is one. */
    private static final class Part extends RecursiveAction {

        private static final long serialVersionUID = 1;

        private final int from;
        private final int to;
        private final int steps;
        private double sum;
        private int results;

        Part(int from, int to, int steps) {
            this.from = from;
            this.to = to;
            this.steps = steps;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                sum = PiParts.job(from, steps);
                results = 1;
                return;
            }
            int middle = (from + to) >>> 1;
            Part left = new Part(from, middle, steps);
            Part right = new Part(middle, to, steps);
            right.fork();
            left.compute();
            right.join();
            sum = left.sum + right.sum;
            results = left.results + right.results;
        }
    }

    private record Submitted(ForkJoinPool pool, int steps) implements PiSession {

        @Override
        public PiOutcome compute(int jobs) {
            SharedTotal total = new SharedTotal();
            for (int job = 0; job < jobs; job++) {
                int own = job;
                pool.execute(() -> total.add(PiParts.job(own, steps)));
                total.throttle(job + 1);
            }
            while (!pool.awaitQuiescence(1, TimeUnit.MINUTES)) {
                // goes on
            }
            return total.outcome();
        }

        @Override
        public String config() {
            return "throttle=" + SharedTotal.MOST_UNDER_WAY;
        }

        @Override
        public void close() {
            pool.shutdownNow();
        }
    }
}
