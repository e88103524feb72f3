package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one system did in one setting of one workload, by one metric.
 *
 * @param study the study the setting belongs to, or null outside of studies
 * @param table the title of the study's table the setting belongs to, or null
 * @param workload name of the workload
 * @param system name of the system
 * @param version version of the system
 * @param parameters the setting, by parameter name: numbers ({@code Integer} or {@code Long}) and
 *     words
 * @param metric what was measured
 * @param unit {@code 1/s}, {@code ns} or {@code %}
 * @param better {@link #HIGHER} or {@link #LOWER}
 * @param samples one value a sample, in {@code unit}
 * @param rounds for each sample the turn in which it was taken: samples of the same round were
 *     taken next to each other in time
 * @param median median of the samples
 * @param min smallest sample
 * @param max largest sample
 * @param items items handled in all samples together
 * @param checksum {@code ok}: every consumer counted and summed what it got. Nothing else becomes a
 *     result
 * @param variant {@code best} for the best of the configurations the system offers, {@code default}
 *     for its default where that is another one
 * @param config the configuration, in words, such as {@code wait=yielding slots=65536}
 * @param guarantees what the system promises, such as {@code fifo, exactly once}
 * @param jvm version and flags of the system's own JVM
 * @param scale the scale of the run
 * @param incomplete true when not all samples were taken: the run was stopped, or the system failed
 *     on the way
 * @param percentiles for delays: value by percentile (keys {@code 0}, {@code 50} ... {@code 99.99},
 *     {@code 100}), over all samples together; else null
 * @param percentilesByRound for delays: by percentile (the same keys), its value in each sample, in
 *     the order of {@code rounds}; else null
 * @param series the metric over time from the system's first moment, warm-up included; null where
 *     that has no meaning
 * @param courses for each sample, the metric in parts of equal size from its beginning to its end;
 *     null where nobody looked on the way
 * @param cpuNanosPerItem CPU time of the whole process divided by items, or null
 * @param bytesPerItem bytes allocated by Java threads divided by items, or null
 * @param published the figure printed in the study's source, or null
 * @param bound true for what is no contender but a bound on what one can reach
 * @param mean mean of the samples where the write-up's own figures are means, and this is to be
 *     compared with them; else null
 * @param untried configurations that the system offers and that were not tried for want of time
 */
public record Result(
        @Nullable String study,
        @Nullable String table,
        String workload,
        String system,
        String version,
        Map<String, Object> parameters,
        String metric,
        String unit,
        String better,
        List<Double> samples,
        List<Integer> rounds,
        double median,
        double min,
        double max,
        long items,
        String checksum,
        String variant,
        String config,
        String guarantees,
        String jvm,
        String scale,
        boolean incomplete,
        @Nullable Map<String, Double> percentiles,
        @Nullable Map<String, List<Double>> percentilesByRound,
        @Nullable Series series,
        @Nullable List<List<Double>> courses,
        @Nullable Double cpuNanosPerItem,
        @Nullable Double bytesPerItem,
        @Nullable Published published,
        boolean bound,
        @Nullable Double mean,
        int untried) {

    /** {@link #better} of rates. */
    public static final String HIGHER = "higher";

    /** {@link #better} of times and costs. */
    public static final String LOWER = "lower";

    /** {@link #variant} of a system at the best of its configurations. */
    public static final String BEST = "best";

    /** {@link #variant} of a system as it comes, where its best is another. */
    public static final String DEFAULT = "default";

    /** The machine's own bound: the only one in files that do not say which system is one. */
    public static final String LIMIT = "limit";

    public Result {
        bound |= system.equals(LIMIT);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        samples = List.copyOf(samples);
        rounds = List.copyOf(rounds);
        courses = courses == null ? null : courses.stream().map(List::copyOf).toList();
        variant = Objects.requireNonNullElse(variant, BEST);
        percentiles =
                percentiles == null
                        ? null
                        : Collections.unmodifiableMap(new LinkedHashMap<>(percentiles));
        percentilesByRound =
                percentilesByRound == null
                        ? null
                        : Collections.unmodifiableMap(new LinkedHashMap<>(percentilesByRound));
    }

    /** The one figure to show: the median, or the mean where the write-up has means. */
    public double figure() {
        return mean == null ? median : mean;
    }

    /** What {@link #figure} is, in a word. */
    public String average() {
        return mean == null ? "median" : "mean";
    }

    /** Whether a larger value of this metric is better. */
    public boolean higherIsBetter() {
        return better.equals(HIGHER);
    }

    /**
     * The system's name, with the word {@code (default)} where its best configuration stands beside
     * this one.
     */
    public String label() {
        return variant.equals(DEFAULT) ? system + " (default)" : system;
    }
}
