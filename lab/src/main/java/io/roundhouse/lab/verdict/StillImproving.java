package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Result;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether systems were still getting better when they were measured: then figures are too low.
 *
 * <p>Looks at the first process of each, whose series ends with its samples: processes that differ
 * are no trend.
 */
final class StillImproving {

    /** Samples with fewer cannot show a trend. */
    static final int FEWEST_SAMPLES = 5;

    /** How much better the last third is than the first. */
    private static final double BETTER = 1.25;

    /** How many more pairs of samples rise than fall, as a share of all (Kendall's tau). */
    private static final double RISING = 0.5;

    private StillImproving() {}

    /** A warning that names who still improved, workload by workload; empty if nobody did. */
    static Optional<String> caution(List<Result> results) {
        List<String> systems = Words.byWorkload(improving(results));
        return systems.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Some were still getting better from sample to sample, so that they are better than their figures say: "
                                + String.join("; ", systems)
                                + ".");
    }

    /** The same that only counts them. */
    static Optional<String> brief(List<Result> results) {
        long systems = improving(results).map(Result::system).distinct().count();
        return systems == 0
                ? Optional.empty()
                : Optional.of(
                        (systems == 1 ? "1 system was" : systems + " systems were")
                                + " still getting better from sample to sample, and may be better than the figures say.");
    }

    private static Stream<Result> improving(List<Result> results) {
        return results.stream().filter(one -> !one.bound() && rises(one));
    }

    /** Whether samples get better and better. */
    static boolean rises(Result result) {
        double[] values = ofFirstProcess(result);
        if (values.length < FEWEST_SAMPLES) {
            return false;
        }
        if (!result.higherIsBetter()) {
            Arrays.setAll(values, i -> 1 / values[i]);
        }
        int third = values.length / 3;
        double first = Arrays.stream(values, 0, third).average().orElse(0);
        double last =
                Arrays.stream(values, values.length - third, values.length).average().orElse(0);
        return last > BETTER * first && tau(values) >= RISING;
    }

    /** Its samples as long as they are the last of its series; none where there is no series. */
    private static double[] ofFirstProcess(Result result) {
        List<Double> samples = result.samples();
        List<Double> series = result.series() == null ? List.of() : result.series().values();
        int count = Math.min(samples.size(), series.size());
        while (count > 0 && !endsWith(series, samples.subList(0, count))) {
            count--;
        }
        return samples.stream().limit(count).mapToDouble(value -> value).toArray();
    }

    private static boolean endsWith(List<Double> series, List<Double> samples) {
        return series.subList(series.size() - samples.size(), series.size()).equals(samples);
    }

    private static double tau(double[] values) {
        int rising = 0;
        for (int one = 0; one < values.length; one++) {
            for (int later = one + 1; later < values.length; later++) {
                rising += Double.compare(values[later], values[one]);
            }
        }
        return 2.0 * rising / (values.length * (values.length - 1));
    }
}
