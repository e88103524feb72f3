package io.roundhouse.lab.run;

import io.roundhouse.lab.workload.Workload;

/**
 * The time left for a run and how it is spent: each setting gets an equal part of what is left when
 * its turn comes, so that one that needed less leaves more to the next. A run without an end keeps
 * to its scale.
 */
final class Budget {

    /** The time of one child's start, as seen where processors are few. */
    private static final double START_MILLIS = 220;

    /** A warm-up and trials of half its time each. */
    private static final double WARM_UP_AND_TRIALS = 3.5;

    private static final int SHORTEST_SAMPLE = 10;
    private static final int SHORTEST_WARM_UP = 60;
    private static final int SHORTEST_TRY = 5;

    private final long endNanos;
    private double cellMillis = Double.POSITIVE_INFINITY;
    private long cellStart;

    private Budget(long endNanos) {
        this.endNanos = endNanos;
    }

    static Budget unlimited() {
        return new Budget(Long.MAX_VALUE);
    }

    static Budget ofMillis(long millis) {
        return new Budget(System.nanoTime() + millis * 1_000_000);
    }

    /** A setting begins. */
    void cellBegins(int cellsLeft) {
        cellStart = System.nanoTime();
        if (endNanos != Long.MAX_VALUE) {
            cellMillis = Math.max(0, (endNanos - cellStart) / 1e6 / cellsLeft);
        }
    }

    /**
     * Time to warm up each of that many configurations when looking for the best; with the trials
     * it makes a quarter in all.
     */
    int tryMillis(Scale scale, int variants) {
        double fair = cellMillis / 4 / (WARM_UP_AND_TRIALS * Math.max(1, variants));
        return (int) Math.clamp(fair, Math.min(SHORTEST_TRY, scale.tryMillis()), scale.tryMillis());
    }

    /**
     * The scale, samples no shorter than the workload can bear, and shortened so that the rest of
     * this setting's time suffices for that many contenders.
     */
    Scale fit(Scale asked, int contenders, Workload workload) {
        Scale scale = asked.forWorkload(workload);
        if (cellMillis == Double.POSITIVE_INFINITY || contenders == 0) {
            return scale;
        }
        double left = cellMillis - (System.nanoTime() - cellStart) / 1e6;
        double each = Math.max(0, left / contenders / scale.forks() - START_MILLIS);
        double warm =
                workload.warmsUp()
                        ? Math.clamp(0.35 * each, SHORTEST_WARM_UP, scale.warmMillis())
                        : 0;
        double sample =
                Math.clamp((each - warm) / scale.samples(), SHORTEST_SAMPLE, scale.sampleMillis());
        int samples = scale.samples();
        if (sample < workload.shortestSampleMillis()) {
            sample = workload.shortestSampleMillis();
            samples = (int) Math.clamp((each - warm) / sample, 2, scale.samples());
        }
        return scale.withSamples(samples).withTimes((int) sample, (int) warm, scale.tryMillis());
    }
}
