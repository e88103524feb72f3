package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A system in one configuration, in one setting: its process, and what it has measured so far over
 * all forks.
 */
final class Contender {

    private static final double[] PERCENTILES = {0, 50, 75, 90, 95, 99, 99.9, 99.99, 100};

    final FoundSystem system;
    final Map<String, String> choices;
    final String variant;

    @Nullable ChildProcess child;
    boolean failed;
    long cpuAfterTurn;
    long turnEnded;

    private String config = "";
    private final List<Integer> rounds = new ArrayList<>();
    private final Map<String, List<Double>> values = new LinkedHashMap<>();
    private final Map<String, Histogram> histograms = new LinkedHashMap<>();
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();
    private long items;
    private long cpuNanos;
    private long bytes;
    private boolean costKnown;

    Contender(FoundSystem system, Map<String, String> choices, String variant) {
        this.system = system;
        this.choices = choices;
        this.variant = variant;
    }

    String label() {
        return variant.equals(Result.DEFAULT) ? system.name() + " (default)" : system.name();
    }

    /** Its process; only where it has one. */
    ChildProcess process() {
        if (child == null) {
            throw new IllegalStateException(label() + " has no process");
        }
        return child;
    }

    void opened(Map<String, Object> answer) {
        String words = String.join(" ", choices.entrySet().stream().map(Object::toString).toList());
        String more = String.valueOf(answer.get("config"));
        config = (words + " " + more).strip();
    }

    /** The first fork's way to speed. */
    void warmed(int fork, Map<String, Object> answer) {
        if (fork == 1) {
            numbers(answer.get("seconds")).forEach(seconds::add);
            numbers(answer.get("rates")).forEach(rates::add);
        }
    }

    void sampled(int fork, int round, Metric first, Map<String, Object> answer) {
        rounds.add(round);
        Map<?, ?> measured = (Map<?, ?>) answer.getOrDefault("values", Map.of());
        measured.forEach((name, value) ->
                values.computeIfAbsent(name.toString(), n -> new ArrayList<>())
                        .add(((Number) value).doubleValue()));
        ((Map<?, ?>) answer.getOrDefault("histograms", Map.of()))
                .forEach((name, text) -> add(name.toString(), text.toString()));
        items += number(answer, "items");
        costKnown = answer.containsKey("cpuNanos");
        cpuNanos += number(answer, "cpuNanos");
        bytes += number(answer, "bytes");
        if (fork == 1 && measured.get(first.name()) instanceof Number value) {
            seconds.add(((Number) answer.getOrDefault("second", 0.0)).doubleValue());
            rates.add(value.doubleValue());
        }
    }

    boolean measured() {
        return !rounds.isEmpty();
    }

    /** One result a metric. */
    List<Result> results(
            @Nullable String study,
            Cell cell,
            Workload workload,
            Setting setting,
            Scale scale,
            String jvm) {
        List<Result> results = new ArrayList<>();
        for (Metric metric : workload.metrics()) {
            List<Double> samples = values.getOrDefault(metric.name(), List.of());
            double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
            if (sorted.length == 0) {
                continue;
            }
            boolean rate = metric.equals(workload.metrics().getFirst());
            results.add(
                    new Result(
                            study,
                            cell.table().isEmpty() ? null : cell.table(),
                            workload.name(),
                            system.name(),
                            system.version(),
                            setting.values(),
                            metric.name(),
                            metric.unit(),
                            metric.better(),
                            samples,
                            rounds,
                            median(sorted),
                            sorted[0],
                            sorted[sorted.length - 1],
                            items,
                            "ok",
                            variant,
                            config,
                            system.guarantees(),
                            jvm,
                            scale.name(),
                            samples.size() < scale.forks() * scale.samples(),
                            percentiles(metric),
                            rate && workload.warmsUp() ? new Series(seconds, rates) : null,
                            costKnown ? (double) cpuNanos / items : null,
                            costKnown ? (double) bytes / items : null,
                            cell.published().get(system.name())));
        }
        return results;
    }

    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private @Nullable Map<String, Double> percentiles(Metric metric) {
        Histogram histogram = histograms.get(metric.name());
        if (histogram == null) {
            return null;
        }
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            String key =
                    percentile == Math.rint(percentile)
                            ? String.valueOf((long) percentile)
                            : "" + percentile;
            percentiles.put(key, (double) histogram.getValueAtPercentile(percentile));
        }
        return percentiles;
    }

    private void add(String name, String encoded) {
        try {
            Histogram more =
                    Histogram.decodeFromCompressedByteBuffer(
                            ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
            histograms.merge(
                    name,
                    more,
                    (sum, next) -> {
                        sum.add(next);
                        return sum;
                    });
        } catch (DataFormatException e) {
            throw new IllegalArgumentException(
                    "a histogram that is none: " + Arrays.toString(e.getStackTrace()), e);
        }
    }

    private static long number(Map<String, Object> answer, String name) {
        return ((Number) answer.getOrDefault(name, 0L)).longValue();
    }

    private static List<Double> numbers(@Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(value -> ((Number) value).doubleValue()).toList()
                : List.of();
    }
}
