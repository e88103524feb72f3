package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.model.Stolen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds results whose figures are made up for a test. */
public final class ResultFixture {

    private String table;
    private final String workload;
    private final String system;
    private Map<String, Object> parameters = Map.of();
    private String metric = "goods";
    private String unit = "1/s";
    private String better = Result.HIGHER;
    private List<Double> samples = List.of(1.0);
    private String variant = Result.BEST;
    private String config = "";
    private String scale = "quick";
    private boolean incomplete;
    private boolean bound;
    private Map<String, Double> percentiles;
    private Map<String, List<Double>> byRound;
    private Series series;
    private Double cpu;
    private Double bytes;
    private Published published;
    private Double mean;
    private int untried;

    private ResultFixture(String workload, String system) {
        this.workload = workload;
        this.system = system;
    }

    public static ResultFixture result(String workload, String system) {
        return new ResultFixture(workload, system);
    }

    /** A rate in the workload {@code transfer} without parameters. */
    public static ResultFixture rate(String system, double... samples) {
        return result("transfer", system).samples(samples);
    }

    /** A time in nanoseconds in the workload {@code latency}. */
    public static ResultFixture time(String system, double... samples) {
        return result("latency", system).metric("delay", "ns", Result.LOWER).samples(samples);
    }

    public ResultFixture table(String title) {
        table = title;
        return this;
    }

    /** Parameters, names and values in turn. */
    public ResultFixture with(Object... namesAndValues) {
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        parameters = all;
        return this;
    }

    public ResultFixture metric(String name, String itsUnit, String whichIsBetter) {
        metric = name;
        unit = itsUnit;
        better = whichIsBetter;
        return this;
    }

    public ResultFixture samples(double... values) {
        samples = new ArrayList<>();
        for (double value : values) {
            samples.add(value);
        }
        return this;
    }

    public ResultFixture byDefault() {
        variant = Result.DEFAULT;
        return this;
    }

    public ResultFixture config(String text) {
        config = text;
        return this;
    }

    public ResultFixture scale(String name) {
        scale = name;
        return this;
    }

    public ResultFixture incomplete() {
        incomplete = true;
        return this;
    }

    public ResultFixture bound() {
        bound = true;
        return this;
    }

    public ResultFixture percentiles(Map<String, Double> values) {
        percentiles = values;
        return this;
    }

    /** That percentile of each sample. */
    public ResultFixture percentileByRound(String percentile, Double... values) {
        byRound = Map.of(percentile, List.of(values));
        return this;
    }

    public ResultFixture series(Series values) {
        series = values;
        return this;
    }

    public ResultFixture cost(double cpuNanos, double allocated) {
        cpu = cpuNanos;
        bytes = allocated;
        return this;
    }

    public ResultFixture published(double value, String source) {
        published = Published.of(value, source);
        return this;
    }

    /** Shown by its mean. */
    public ResultFixture averaged(double value) {
        mean = value;
        return this;
    }

    /** So many of its configurations were not tried. */
    public ResultFixture untried(int number) {
        untried = number;
        return this;
    }

    public Result build() {
        List<Integer> rounds = new ArrayList<>();
        for (int i = 1; i <= samples.size(); i++) {
            rounds.add(i);
        }
        double[] sorted = samples.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return new Result(
                table == null ? null : "railway",
                table,
                workload,
                system,
                "1.0",
                parameters,
                metric,
                unit,
                better,
                samples,
                rounds,
                Ratio.quantile(sorted, 0.5),
                sorted[0],
                sorted[sorted.length - 1],
                1000,
                "ok",
                variant,
                config,
                "fifo, exactly once",
                "25.0.3, default flags",
                scale,
                incomplete,
                percentiles,
                byRound,
                series,
                null,
                cpu,
                bytes,
                published,
                bound,
                mean,
                untried);
    }

    /** A run on an idle machine of two cores. */
    public static LabResult run(ResultFixture... results) {
        return run(0.1, results);
    }

    /** A run on a machine with some load. */
    public static LabResult run(double load, ResultFixture... results) {
        List<Result> built = new ArrayList<>();
        for (ResultFixture result : results) {
            built.add(result.build());
        }
        return new LabResult(
                1,
                "compare --scale quick",
                environment(load),
                built,
                List.of(),
                List.of(),
                List.of(),
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** That run on a machine whose host took something. */
    public static LabResult disturbed(LabResult quiet, Stolen... stolen) {
        return new LabResult(
                quiet.schema(),
                quiet.command(),
                quiet.environment(),
                quiet.results(),
                quiet.skipped(),
                quiet.unavailable(),
                quiet.failures(),
                quiet.incomplete(),
                quiet.missing(),
                quiet.targets(),
                List.of(stolen),
                quiet.distances());
    }

    /** That run on a machine whose host moved its processors. */
    public static LabResult moved(LabResult still, CoreDistance... distances) {
        return new LabResult(
                still.schema(),
                still.command(),
                still.environment(),
                still.results(),
                still.skipped(),
                still.unavailable(),
                still.failures(),
                still.incomplete(),
                still.missing(),
                still.targets(),
                still.stolen(),
                List.of(distances));
    }

    public static Environment environment(double load) {
        return new Environment(
                "Test CPU",
                2,
                "24.0 GB",
                "Linux",
                "25.0.3",
                List.of(),
                "abc1234",
                "2026-11-21T10:00:00Z",
                load);
    }
}
