package io.roundhouse.lab.study;

import java.util.List;

/**
 * What a system of this project is held to in a setting.
 *
 * @param words what is asked, in words; names of parameters in braces stand for what they are
 * @param measure what is compared with the bar
 * @param metric name of the metric; empty for the workload's first
 * @param system the system that is held to it
 * @param against the systems it is held against; empty for every other contender of the setting
 *     where others matter: one that failed there leaves it open, one that this machine does not
 *     have is no contender
 * @param bar the least that is asked, or the most that is allowed
 * @param percentile of the metric's distribution in each sample, such as {@code 99}, where that is
 *     compared, round by round; empty for the medians of samples
 * @param best whether ours stands with its best configuration, as the others do, and not with its
 *     default
 */
public record Goal(
        String words,
        Measure measure,
        String metric,
        String system,
        List<String> against,
        double bar,
        String percentile,
        boolean best) {

    /** What is compared with the bar. */
    public enum Measure {
        /** How many times better than the other it is: at least the bar. */
        TIMES_BETTER,
        /** How many times the other's time, or memory, it takes: at most the bar. */
        TIMES_THE_COST,
        /** What its default configuration makes of its own best: at least the bar. */
        DEFAULT_OF_BEST,
        /** The metric itself: at most the bar. */
        FIGURE,
        /** The metric in every sample, so the greatest of them: at most the bar. */
        CEILING,
        /** Bytes that are allocated an item: at most the bar. */
        BYTES_AN_ITEM
    }

    private static final String OURS = "roundhouse";

    public Goal {
        against = List.copyOf(against);
    }

    /** A goal for the default configuration and for the medians of samples. */
    public Goal(
            String words,
            Measure measure,
            String metric,
            String system,
            List<String> against,
            double bar) {
        this(words, measure, metric, system, against, bar, "", false);
    }

    /** At least so many times better than the best of the others; than all, if none is named. */
    public static Goal better(double times, String words, String... others) {
        return new Goal(words, Measure.TIMES_BETTER, "", OURS, List.of(others), times);
    }

    /** At most so many times the other's time, or memory. */
    public static Goal within(double times, String words, String... others) {
        return new Goal(words, Measure.TIMES_THE_COST, "", OURS, List.of(others), times);
    }

    /** In its default configuration at least that part of what it does in its best one. */
    public static Goal byDefault(double part, String words) {
        return new Goal(words, Measure.DEFAULT_OF_BEST, "", OURS, List.of(), part);
    }

    /** A metric of at most so much. */
    public static Goal atMost(double most, String metric, String words) {
        return new Goal(words, Measure.FIGURE, metric, OURS, List.of(), most);
    }

    /** A metric of at most so much, in every sample. */
    public static Goal neverAbove(double most, String metric, String words) {
        return new Goal(words, Measure.CEILING, metric, OURS, List.of(), most);
    }

    /** At most so many bytes allocated an item. */
    public static Goal bytes(double most, String words) {
        return new Goal(words, Measure.BYTES_AN_ITEM, "", OURS, List.of(), most);
    }

    /**
     * The same goal for another of this project's systems, and for that metric; empty for the
     * first.
     */
    public Goal of(String name, String ofMetric) {
        return new Goal(words, measure, ofMetric, name, against, bar, percentile, best);
    }

    /** The same goal in those words. */
    Goal called(String otherWords) {
        return new Goal(otherWords, measure, metric, system, against, bar, percentile, best);
    }

    /** The same goal for that percentile of the distribution in each sample. */
    public Goal atPercentile(String which) {
        return new Goal(words, measure, metric, system, against, bar, which, best);
    }

    /** The same goal for the best configuration of ours. */
    public Goal atItsBest() {
        return new Goal(words, measure, metric, system, against, bar, percentile, true);
    }
}
