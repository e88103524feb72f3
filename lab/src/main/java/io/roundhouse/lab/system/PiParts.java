package io.roundhouse.lab.system;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The user's code of the workload {@code pi}: the Leibniz series, in jobs.
 *
 * <p>The JVM is told ({@link #FLAGS}) to compile {@link #sum} as a method of its own that is not
 * inlined: the work is then the same code for all.
 */
public final class PiParts {

    /** The flags that this class is about. */
    public static final List<String> FLAGS =
            List.of(
                    "-XX:CompileCommand=quiet",
                    "-XX:CompileCommand=dontinline," + PiParts.class.getName() + "::sum");

    /** How often whoever gives out jobs looks how many are under way. */
    private static final int LOOK_EVERY = 256;

    private PiParts() {}

    /** The terms {@code from ... to - 1} of 4 − 4/3 + 4/5 − …, added up; {@code to < 2^30}. */
    public static double sum(int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += 4.0 * (1 - (i % 2) * 2) / (2 * i + 1);
        }
        return sum;
    }

    /** One job. */
    public static double job(int job, int steps) {
        return sum(job * steps, (job + 1) * steps);
    }

    /** Does jobs. */
    public interface Jobs {
        void compute(int job);
    }

    /** Takes the results of jobs. */
    public interface Total {
        void add(double result);
    }

    /** Computes, and sends the result on. Its methods are called one at a time. */
    public record Computer(int steps, Total total) implements Jobs {

        @Override
        public void compute(int job) {
            total.add(job(job, steps));
        }
    }

    /**
     * Adds up. {@link #add} is called one at a time, each happening before the next; one thread
     * gives out the jobs and waits.
     */
    public static final class PlainTotal implements Total {

        private final AtomicLong added = new AtomicLong();
        private final Semaphore over = new Semaphore(0);
        private volatile long expected = Long.MAX_VALUE;
        private long underWay;
        private long count;
        private double sum;

        /** Expects that many results. Called while nothing is under way. */
        public void expect(int jobs) {
            count = 0;
            sum = 0;
            underWay = 0;
            added.set(0);
            expected = jobs;
        }

        @Override
        public void add(double result) {
            sum += result;
            added.setOpaque(++count);
            if (count == expected) {
                over.release();
            }
        }

        /** Gives out the jobs, and looks on the way how many of them are under way. */
        public void giveOut(int jobs, Jobs to) {
            for (int job = 0; job < jobs; job++) {
                to.compute(job);
                if (job % LOOK_EVERY == 0) {
                    look(job + 1L);
                }
            }
            look(jobs);
        }

        /** Never more than there really were: what was added may have become more meanwhile. */
        private void look(long given) {
            underWay = Math.max(underWay, given - added.getOpaque());
        }

        /** Waits for the last result. */
        public PiOutcome await() throws InterruptedException {
            over.acquire();
            return new PiOutcome(sum, count, underWay);
        }
    }
}
