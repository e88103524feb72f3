package io.roundhouse.lab.run;

import io.roundhouse.lab.workload.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Warms contenders up: all of them for the same time, in slices; then those that are still getting
 * better, slice by slice, as long as there is time for it. A system of a few small methods is
 * compiled in a tenth of a second, one with generated code and many threads needs ten times that,
 * and its first samples would be figures of cold code.
 */
final class WarmingUp {

    /** Who does so much better than in the slice before is still getting better. */
    static final double BETTER = 1.1;

    /** What is more than everybody's warm-up, as a part of it, where time has an end. */
    static final double MORE = 0.5;

    /** The most that one may be given, in warm-ups. */
    static final int MOST = 4;

    private static final int SLICES = 4;

    private final Metric metric;
    private final Warmth warmth;
    private final double more;
    private final Map<Contender, Double> reached = new HashMap<>();

    /** Has a contender work. */
    interface Warmth {
        /** For that time; what it reached, nothing if it has failed or cannot be told. */
        OptionalDouble warm(Contender contender, int millis) throws InterruptedException;
    }

    /**
     * @param more slices beyond everybody's warm-up, as a part of all of these together
     */
    WarmingUp(Metric metric, Warmth warmth, double more) {
        this.metric = metric;
        this.warmth = warmth;
        this.more = more;
    }

    /** What a warm-up of so long takes of each at the most, in the mean. */
    static double millisOf(int warmMillis) {
        return warmMillis == 0 ? 0 : (1 + MORE) * (warmMillis + SLICES * Budget.ASKING_MILLIS);
    }

    /** So long each, and those that need it longer. */
    void warm(List<Contender> all, int millis) throws InterruptedException {
        int slice = Math.ceilDiv(millis, SLICES);
        if (slice == 0) {
            return;
        }
        List<Contender> improving = all;
        for (int i = 0; i < SLICES; i++) {
            improving = improvingOf(all, slice);
        }
        int left = (int) (more * SLICES * all.size());
        for (int i = SLICES; i < MOST * SLICES && !improving.isEmpty(); i++) {
            if (left < improving.size()) {
                return;
            }
            left -= improving.size();
            improving = improvingOf(improving, slice);
        }
    }

    /** Gives each a slice; those that it has made better. */
    private List<Contender> improvingOf(List<Contender> some, int slice)
            throws InterruptedException {
        List<Contender> improving = new ArrayList<>();
        for (Contender one : some) {
            OptionalDouble now = warmth.warm(one, slice);
            if (now.isPresent()
                    && improves(reached.put(one, now.getAsDouble()), now.getAsDouble())) {
                improving.add(one);
            }
        }
        return improving;
    }

    private boolean improves(@Nullable Double before, double now) {
        return before != null
                && metric.better(now, before)
                && Math.max(now / before, before / now) > BETTER;
    }
}
