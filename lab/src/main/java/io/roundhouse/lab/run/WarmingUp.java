package io.roundhouse.lab.run;

import io.roundhouse.lab.workload.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Warms contenders up: all of them for the same time, in slices; then those that are still getting
 * better, slice by slice, as long as there is time for it, and those that are still being compiled,
 * whether there is time or not. A system of a few small methods is compiled in a tenth of a second,
 * one with generated code and many threads needs ten times that, and more where the processors are
 * slow: its first samples would be figures of cold code.
 */
final class WarmingUp {

    /** Who does so much better than in the slice before is still getting better. */
    static final double BETTER = 1.1;

    /** What is more than everybody's warm-up, as a part of it, where time has an end. */
    static final double MORE = 0.5;

    /** The most that one may be given for getting better, in warm-ups. */
    static final int MOST = 4;

    /** Where one has worked for so long, or for two warm-ups, its compilers are not waited for. */
    static final int MOST_COMPILING_MILLIS = 3_000;

    /** Compilers that take less of the last two slices of so long, as a part of one, are done. */
    static final double COMPILED = 0.2;

    private static final int SLICES = 4;

    /** Shorter slices show nothing of compilers: a compilation is told of at its end. */
    static final int SHORTEST_COMPILING_MILLIS = 100;

    private final Metric metric;
    private final Warmth warmth;
    private final double more;
    private final Map<Contender, Course> courses = new HashMap<>();

    /** Has a contender work. */
    interface Warmth {
        /** For that time; how that went, nothing if it has failed. */
        Optional<Slice> warm(Contender contender, int millis) throws InterruptedException;
    }

    /**
     * How a slice went.
     *
     * @param reached the metric in its later half, nothing if it cannot be told
     * @param millis how long it took: work that cannot be divided may take longer than asked
     * @param compiledMillis compilations that ended in it, all compilers' times together
     */
    record Slice(OptionalDouble reached, long millis, long compiledMillis) {

        private double compiling() {
            return (double) compiledMillis / Math.max(1, millis);
        }
    }

    /** How far a contender has come. */
    private static final class Course {

        private long givenMillis;
        private double reached = Double.NaN;
        private boolean improves;
        private double compiling = 1;
        private double compiledBefore = 1;

        private void goesOn(int asked, Slice went, WarmingUp all) {
            improves =
                    went.reached.isPresent() && all.improves(reached, went.reached.getAsDouble());
            reached = went.reached.orElse(reached);
            givenMillis += went.millis;
            if (asked >= SHORTEST_COMPILING_MILLIS) {
                compiledBefore = compiling;
                compiling = went.compiling();
            }
        }

        private boolean isCompiled() {
            return compiling + compiledBefore < COMPILED;
        }
    }

    /**
     * @param more slices beyond everybody's warm-up, as a part of all of these together
     */
    WarmingUp(Metric metric, Warmth warmth, double more) {
        this.metric = metric;
        this.warmth = warmth;
        this.more = more;
    }

    /**
     * What a warm-up of so long takes of each at the most, in the mean, where all has been compiled
     * in it.
     */
    static double millisOf(int warmMillis) {
        return warmMillis == 0 ? 0 : (1 + MORE) * (warmMillis + SLICES * Budget.ASKING_MILLIS);
    }

    /** So long each, and those that need it longer. */
    void warm(List<Contender> all, int millis) throws InterruptedException {
        int slice = Math.ceilDiv(millis, SLICES);
        if (slice == 0) {
            return;
        }
        for (int i = 0; i < SLICES; i++) {
            give(all, slice);
        }
        compile(
                all,
                Math.max(slice, SHORTEST_COMPILING_MILLIS),
                Math.max(2L * millis, MOST_COMPILING_MILLIS));
        int left = (int) (more * SLICES * all.size());
        List<Contender> improving = those(all, one -> one.improves);
        for (int i = SLICES; i < MOST * SLICES && !improving.isEmpty(); i++) {
            if (left < improving.size()) {
                return;
            }
            left -= improving.size();
            give(improving, slice);
            improving = those(improving, one -> one.improves);
        }
    }

    /** In turns, until each is compiled or has had the most. */
    private void compile(List<Contender> all, int slice, long most) throws InterruptedException {
        Predicate<Course> goesOn = one -> !one.isCompiled() && one.givenMillis + slice <= most;
        for (List<Contender> compiling = those(all, goesOn);
                !compiling.isEmpty();
                compiling = those(compiling, goesOn)) {
            give(compiling, slice);
        }
    }

    private List<Contender> those(List<Contender> some, Predicate<Course> which) {
        return some.stream()
                .filter(one -> courses.containsKey(one) && which.test(courses.get(one)))
                .toList();
    }

    /** A slice each; whoever fails is given no more. */
    private void give(List<Contender> some, int slice) throws InterruptedException {
        for (Contender one : some) {
            Optional<Slice> went = warmth.warm(one, slice);
            if (went.isEmpty()) {
                courses.remove(one);
                continue;
            }
            courses.computeIfAbsent(one, key -> new Course()).goesOn(slice, went.get(), this);
        }
    }

    private boolean improves(double before, double now) {
        return metric.better(now, before) && Math.max(now / before, before / now) > BETTER;
    }
}
