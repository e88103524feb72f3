package io.roundhouse.lab.child;

import io.roundhouse.lab.workload.Bench;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Chooses how many items to handle so that a sample takes the time it should.
 *
 * <p>The first warm-up begins with few items and doubles until a run takes a few milliseconds; from
 * then on the speed of the last run decides. The metric is noted after each run, so that one can
 * see a system settle.
 */
final class Pace {

    private static final long FEW_ITEMS = 1_000;
    private static final long SHORTEST_RUN_NANOS = 2_000_000;
    private static final long MOST_ITEMS = 1L << 40;

    /** So many runs are looked at for the speed. */
    private static final int RUNS = 8;

    private final Bench bench;
    private final Metric metric;
    private long workedNanos;

    /** Items a nanosecond in the last runs, the next to be overwritten at {@link #runs}. */
    private final double[] speeds = new double[RUNS];

    private int runs;

    Pace(Bench bench, Metric metric) {
        this.bench = bench;
        this.metric = metric;
    }

    /** Runs until that time has passed, at least once, and says how the metric went. */
    Map<String, Object> warm(long nanos) throws Exception {
        List<Object> seconds = new ArrayList<>();
        List<Object> rates = new ArrayList<>();
        long start = System.nanoTime();
        long run = Math.max(SHORTEST_RUN_NANOS, nanos / 8);
        long items = itemsIn(run);
        do {
            OptionalLong fixed = bench.itemsFor(run);
            Sample sample = sampleOf(fixed.orElse(items));
            if (sample.nanos() >= SHORTEST_RUN_NANOS) {
                seconds.add(seconds());
                rates.add(sample.values().getOrDefault(metric.name(), 0.0));
                items = itemsIn(run);
            } else {
                items = Math.min(MOST_ITEMS, items * 2);
            }
        } while (System.nanoTime() - start < nanos);
        return Map.of("seconds", seconds, "rates", rates);
    }

    /**
     * A sample that takes about that time. Before it goes a lead-in of a tenth that nobody
     * measures: since its last turn others have had the caches.
     */
    Sample sample(long nanos) throws Exception {
        OptionalLong fixed = bench.itemsFor(nanos);
        if (fixed.isPresent()) {
            return sampleOf(fixed.getAsLong());
        }
        bench.sample(itemsIn(nanos / 10));
        return sampleOf(itemsIn(nanos));
    }

    /** A sample of that many items. */
    Sample sampleOf(long items) throws Exception {
        long start = System.nanoTime();
        Sample sample = bench.sample(items);
        workedNanos += System.nanoTime() - start;
        speeds[runs++ % RUNS] = (double) sample.items() / Math.max(1, sample.nanos());
        return sample;
    }

    /** Seconds that it has worked so far; not those in which others had their turns. */
    double seconds() {
        return workedNanos / 1e9;
    }

    private long itemsIn(long nanos) {
        double[] sorted = speeds.clone();
        Arrays.sort(sorted);
        double speed = sorted[RUNS - 2] > 0 ? sorted[RUNS - 2] : sorted[RUNS - 1];
        return speed == 0 ? FEW_ITEMS : Math.clamp((long) (speed * nanos), 1, MOST_ITEMS);
    }
}
