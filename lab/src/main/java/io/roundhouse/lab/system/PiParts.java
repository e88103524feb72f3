package io.roundhouse.lab.system;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

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

    /** How jobs are given out: one at a time, or as many at a time as there is room for. */
    public enum GivingOut {
        EACH,
        BATCHES;

        /** The name of the choice among a system's variants; its values are lower-case names. */
        public static final String CHOICE = "publish";

        /** The configurations, each with both ways. */
        public static List<Variant> bothWays(List<Variant> variants) {
            return variants.stream()
                    .flatMap(each -> Stream.of(values()).map(way -> each.with(CHOICE, way.word())))
                    .toList();
        }

        /** The way that a configuration chooses. */
        public static GivingOut of(Variant variant) {
            return valueOf(variant.word(CHOICE).toUpperCase(Locale.ROOT));
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Does jobs. */
    public interface Jobs {
        void compute(int job);
    }

    /** Does several jobs. */
    public interface Batches {
        /** Begins the jobs {@code from ... to - 1}, or the first of them; returns how many. */
        int compute(int from, int to);
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

    /** What {@link PlainTotal} counts; on cache lines of its own. */
    private abstract static class Sums extends OwnLines {
        static final VarHandle ADDED = added();

        @SuppressWarnings("UnusedVariable") // through ADDED
        long added; // count, for the thread that gives out

        long count;
        double sum;
        volatile long expected = Long.MAX_VALUE;

        private static VarHandle added() {
            try {
                return MethodHandles.lookup().findVarHandle(Sums.class, "added", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /**
     * Adds up. {@link #add} is called one at a time, each happening before the next; one thread
     * gives out the jobs and waits.
     */
    @SuppressWarnings("unused")
    public static final class PlainTotal extends Sums implements Total {

        // spotless:off
        private long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14, a15;
        // spotless:on

        private final Semaphore over = new Semaphore(0);
        private long underWay;

        /** Expects that many results. Called while nothing is under way. */
        public void expect(int jobs) {
            count = 0;
            sum = 0;
            underWay = 0;
            ADDED.set(this, 0L);
            expected = jobs;
        }

        @Override
        public void add(double result) {
            sum += result;
            ADDED.setOpaque(this, ++count);
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

        /** Gives out the jobs, a batch at a time, and looks as often as one by one. */
        public void giveOutBatches(int jobs, Batches to) {
            for (int job = 0; job < jobs; ) {
                job += to.compute(job, Math.min(jobs, job + LOOK_EVERY));
                look(job);
            }
        }

        /** Never more than there really were: what was added may have become more meanwhile. */
        private void look(long given) {
            underWay = Math.max(underWay, given - (long) ADDED.getOpaque(this));
        }

        /** Waits for the last result. */
        public PiOutcome await() throws InterruptedException {
            over.acquire();
            return new PiOutcome(sum, count, underWay);
        }
    }
}
