package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Course;
import java.util.List;
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
 * @param course the first metric in parts of equal size from the sample's beginning to its end,
 *     where somebody looked on the way; else empty
 * @param cost what the items cost, or null where that has no meaning
 */
public record Sample(
        long items,
        long nanos,
        Map<String, Double> values,
        Map<String, Histogram> histograms,
        List<Double> course,
        @Nullable Cost cost) {

    /** Without a course. */
    public Sample(
            long items,
            long nanos,
            Map<String, Double> values,
            Map<String, Histogram> histograms,
            @Nullable Cost cost) {
        this(items, nanos, values, histograms, List.of(), cost);
    }

    /** Items a second; also where the clock saw no time pass. */
    static double rate(double items, long nanos) {
        return items * 1e9 / Math.max(1, nanos);
    }

    /** The course of parts that took these times, as rates; none where there are no times. */
    static List<Double> rates(long items, List<Long> nanos) {
        double part = (double) items / Course.PARTS;
        return nanos.stream().map(one -> rate(part, one)).toList();
    }

    /** The course of parts that took these times, as times of an item. */
    static List<Double> times(long items, List<Long> nanos) {
        double part = (double) items / Course.PARTS;
        return nanos.stream().map(one -> one / part).toList();
    }

    /**
     * What the items of a sample cost.
     *
     * @param cpuNanos CPU time of the process, the lab's own burning threads taken off
     * @param bytes bytes allocated by Java threads
     */
    public record Cost(long cpuNanos, long bytes) {}
}
