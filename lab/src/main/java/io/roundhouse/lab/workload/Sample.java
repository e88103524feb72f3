package io.roundhouse.lab.workload;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What one sample yielded.
 *
 * @param items items handled
 * @param nanos time it took
 * @param values by name of metric
 * @param histograms for delays, all of them, by name of metric
 * @param cost what the items cost, or null where that has no meaning
 */
public record Sample(
        long items,
        long nanos,
        Map<String, Double> values,
        Map<String, Histogram> histograms,
        @Nullable Cost cost) {

    /**
     * What the items of a sample cost.
     *
     * @param cpuNanos CPU time of the process, the lab's own burning threads taken off
     * @param bytes bytes allocated by Java threads
     */
    public record Cost(long cpuNanos, long bytes) {}
}
