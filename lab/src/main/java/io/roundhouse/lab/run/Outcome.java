package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.discovery.FoundSystem.Implementation;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.verdict.Words;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What a system's samples come to, when all have been taken.
 *
 * <p>More than one configuration may have been measured to the end. A contender stands with the one
 * whose median is the best, by the samples that are reported and not by those of the trials; so its
 * best is never worse than its default. A bound stands, round by round, with whatever was the best
 * in that round.
 *
 * @param variant {@link Result#BEST} or {@link Result#DEFAULT}
 * @param usual whether it is the default configuration, whatever the variant
 * @param config the configuration, in words; of the best, among how many it was found
 * @param untried how many of its system's were not tried
 */
record Outcome(
        FoundSystem system,
        String variant,
        boolean usual,
        String config,
        List<Taken> samples,
        Series series,
        int untried) {

    private static final double[] PERCENTILES = {0, 50, 75, 90, 95, 99, 99.9, 99.99, 100};

    /**
     * What becomes of the configurations of one system; nothing where none was measured. One that
     * gave a wrong result has none: what went unseen in its earlier samples nobody knows.
     *
     * <p>One that gave no answer in time keeps its samples, though a message that was lost shows
     * like that, too: a slow machine or a short limit does as well, and each sample that was
     * answered was checked by itself. Its result is incomplete, and what is incomplete decides
     * nothing: no goal, and no contest.
     */
    static List<Outcome> of(List<Contender> finalists, Metric metric) {
        List<Contender> measured =
                finalists.stream().filter(one -> one.measured() && !one.wrong).toList();
        if (measured.isEmpty()) {
            return List.of();
        }
        Contender best = best(measured, metric);
        if (best.system.bound()) {
            return List.of(ofEachRound(best, measured, metric));
        }
        List<Outcome> outcomes = new ArrayList<>();
        List<Contender> usual = measured.stream().filter(one -> one.first).toList();
        if (best.system.showDefault() && !best.first && !usual.isEmpty()) {
            outcomes.add(of(best(usual, metric), Result.DEFAULT));
        }
        outcomes.add(of(best, Result.BEST));
        return outcomes;
    }

    private static Outcome of(Contender one, String variant) {
        return new Outcome(
                one.system,
                variant,
                one.first,
                variant.equals(Result.BEST) ? Words.ofTried(one.config(), one.tried) : one.config(),
                one.samples(),
                one.series(),
                one.untried);
    }

    /** One that failed on the way is only taken where all did. */
    private static Contender best(List<Contender> measured, Metric metric) {
        Contender best = measured.getFirst();
        for (Contender one : measured) {
            boolean better =
                    one.failed == best.failed
                            ? metric.better(one.median(metric), best.median(metric))
                            : best.failed;
            best = better ? one : best;
        }
        return best;
    }

    private static Outcome ofEachRound(Contender best, List<Contender> measured, Metric metric) {
        Map<Integer, Taken> byRound = new TreeMap<>();
        Map<Integer, Contender> whose = new TreeMap<>();
        for (Contender one : measured) {
            for (Taken sample : one.samples()) {
                Taken before = byRound.get(sample.round());
                if (before == null
                        || metric.better(
                                sample.value(metric.name()), before.value(metric.name()))) {
                    byRound.put(sample.round(), sample);
                    whose.put(sample.round(), one);
                }
            }
        }
        List<String> words = new ArrayList<>();
        for (Contender one : measured) {
            long rounds = whose.values().stream().filter(winner -> winner == one).count();
            if (rounds > 0) {
                words.add(one.config() + " (" + rounds + " of " + whose.size() + " rounds)");
            }
        }
        String config = words.size() == 1 ? best.config() : String.join("; ", words);
        return new Outcome(
                best.system,
                Result.BEST,
                best.first,
                Words.ofTried(config, best.tried),
                List.copyOf(byRound.values()),
                best.series(),
                best.untried);
    }

    /** Whether the default is the best, so that nothing stands beside it. */
    boolean defaultIsBest() {
        return usual && variant.equals(Result.BEST);
    }

    /** One result a metric. */
    List<Result> results(
            @Nullable String study,
            Cell cell,
            Workload workload,
            Setting setting,
            Scale scale,
            String jvm) {
        Implementation implementation = system.implementation(workload.adapter());
        Metric first = workload.metrics().getFirst();
        long items = samples.stream().mapToLong(Taken::items).sum();
        boolean costKnown = items > 0 && samples.stream().allMatch(Taken::costKnown);
        double cpuNanos = samples.stream().mapToLong(Taken::cpuNanos).sum();
        double bytes = samples.stream().mapToLong(Taken::bytes).sum();
        boolean means = scale.published() && cell.runs() != null;
        List<Result> results = new ArrayList<>();
        for (Metric metric : workload.metrics()) {
            List<Taken> taken =
                    samples.stream()
                            .filter(sample -> sample.values().containsKey(metric.name()))
                            .sorted(Comparator.comparingInt(Taken::round))
                            .toList();
            List<Double> values =
                    taken.stream().map(sample -> sample.value(metric.name())).toList();
            double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            if (sorted.length == 0) {
                continue;
            }
            results.add(
                    new Result(
                            study,
                            cell.table().isEmpty() ? null : cell.table(),
                            workload.name(),
                            system.name(),
                            implementation.version(),
                            setting.values(),
                            metric.name(),
                            metric.unit(),
                            metric.better(),
                            values,
                            taken.stream().map(Taken::round).toList(),
                            Contender.median(sorted),
                            sorted[0],
                            sorted[sorted.length - 1],
                            items,
                            "ok",
                            variant,
                            config,
                            implementation.guarantees(),
                            jvm,
                            scale.name(),
                            values.size() < scale.forks() * scale.samples(),
                            percentiles(metric),
                            percentilesByRound(metric, taken),
                            metric.equals(first) && workload.warmsUp() ? series : null,
                            metric.equals(first) ? courses(taken) : null,
                            costKnown ? cpuNanos / items : null,
                            costKnown ? bytes / items : null,
                            cell.published().get(system.name()),
                            system.bound(),
                            means ? Contender.mean(sorted) : null,
                            untried));
        }
        return results;
    }

    private static @Nullable List<List<Double>> courses(List<Taken> taken) {
        List<List<Double>> courses =
                taken.stream().map(Taken::course).filter(course -> !course.isEmpty()).toList();
        return courses.isEmpty() ? null : courses;
    }

    private @Nullable Map<String, Double> percentiles(Metric metric) {
        Histogram all = null;
        for (Taken sample : samples) {
            Histogram one = sample.histograms().get(metric.name());
            if (one == null) {
                continue;
            }
            if (all == null) {
                all = one.copy();
            } else {
                all.add(one);
            }
        }
        if (all == null) {
            return null;
        }
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            percentiles.put(key(percentile), (double) all.getValueAtPercentile(percentile));
        }
        return percentiles;
    }

    private static String key(double percentile) {
        return percentile == Math.rint(percentile)
                ? String.valueOf((long) percentile)
                : "" + percentile;
    }

    private static @Nullable Map<String, List<Double>> percentilesByRound(
            Metric metric, List<Taken> taken) {
        if (!taken.stream().allMatch(sample -> sample.histograms().containsKey(metric.name()))) {
            return null;
        }
        Map<String, List<Double>> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            List<Double> values = new ArrayList<>();
            for (Taken sample : taken) {
                Histogram one = sample.histograms().get(metric.name());
                values.add(one == null ? 0 : (double) one.getValueAtPercentile(percentile));
            }
            percentiles.put(key(percentile), List.copyOf(values));
        }
        return percentiles;
    }
}
