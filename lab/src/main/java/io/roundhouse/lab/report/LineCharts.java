package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.report.Plot.Value;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Says what a card's lines show: sweeps, percentiles, rounds, throughput over time. */
final class LineCharts {

    /** Fewer samples than this say nothing about a drift. */
    private static final int ROUNDS_WORTH_A_LINE = 3;

    /** Room on the axis between the last percentile and the maximum. */
    private static final double STEP_TO_MAX = 0.7;

    private final Tones tones;
    private final int cores;

    /** For results of a machine with so many processors. */
    LineCharts(Tones tones, int cores) {
        this.tones = tones;
        this.cores = cores;
    }

    /** The results of a sweep: one line a system, and the published figures dashed. */
    Optional<Chart> sweep(Card card) {
        Result any = card.first();
        Plot plot =
                new Plot(
                        sweepName(card),
                        Words.axis(any) + ", " + Words.better(any),
                        any.unit(),
                        Plot.Rise.LOG_WHEN_WIDE);
        card.byLabel()
                .forEach((label, results) ->
                        plot.add(
                                style(results.getFirst()),
                                results.stream()
                                        .map(result ->
                                                new Value(
                                                        card.at(result),
                                                        result.figure(),
                                                        result.min(),
                                                        result.max()))
                                        .toList()));
        published(card)
                .forEach((name, values) ->
                        plot.add(new Plot.Style(name, Tones.PUBLISHED, true, false, 0), values));
        return plot.draw(swept(card));
    }

    /** CPU time an item over the settings of a sweep. */
    Optional<Chart> cost(Card card) {
        Plot plot =
                new Plot(
                        sweepName(card),
                        "CPU time an item, lower is better",
                        "ns",
                        Plot.Rise.LOG_WHEN_WIDE);
        card.byLabel()
                .forEach((label, results) ->
                        plot.add(
                                style(results.getFirst()),
                                results.stream()
                                        .flatMap(result ->
                                                Optional.ofNullable(result.cpuNanosPerItem())
                                                        .map(cpu -> Value.of(card.at(result), cpu))
                                                        .stream())
                                        .toList()));
        return plot.draw(swept(card));
    }

    /** Delay by percentile; the further right, the rarer. */
    Optional<Chart> percentiles(Card card) {
        Map<Double, String> names = new HashMap<>();
        Plot plot =
                new Plot(
                        "share of the goods that came at least this quickly",
                        "delay, lower is better",
                        card.first().unit(),
                        Plot.Rise.LOG_WHEN_WIDE);
        for (Result result : card.results()) {
            Map<Double, Double> sorted = Percentiles.of(result);
            double highest =
                    sorted.keySet().stream()
                            .filter(percent -> percent < 100)
                            .reduce(0.0, Math::max);
            List<Value> values = new ArrayList<>();
            sorted.forEach((percent, value) -> {
                double x = percent < 100 ? nines(percent) : nines(highest) + STEP_TO_MAX;
                names.put(x, Percentiles.name(percent));
                values.add(Value.of(x, value));
            });
            plot.add(style(result), values);
        }
        return plot.draw(Plot.Across.linear(names));
    }

    /** Each sample relative to the median of its system, in the order of the rounds. */
    Optional<Chart> rounds(Card card) {
        Map<Double, String> names = new HashMap<>();
        Plot plot = new Plot("round", "% of the system's own median", "%", Plot.Rise.AROUND);
        for (Result result : card.results()) {
            int count = Math.min(result.samples().size(), result.rounds().size());
            if (count < ROUNDS_WORTH_A_LINE || result.median() == 0) {
                continue;
            }
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                double round = result.rounds().get(i);
                names.put(round, Figures.digits(round));
                values.add(Value.of(round, result.samples().get(i) / result.median() * 100));
            }
            plot.add(style(result), values);
        }
        return plot.draw(Plot.Across.linear(names));
    }

    /** The metric from the system's first moment, warm-up included. */
    Optional<Chart> overTime(Card card) {
        Result any = card.first();
        Plot plot =
                new Plot(
                        "seconds that the system has worked, others' turns left out",
                        Words.axis(any),
                        any.unit(),
                        Plot.Rise.LOG_WHEN_WIDE);
        double end = 0;
        for (Result result : card.results()) {
            Series series = result.series();
            if (series == null) {
                continue;
            }
            List<Value> values = new ArrayList<>();
            for (int i = 0; i < series.seconds().size(); i++) {
                values.add(Value.of(series.seconds().get(i), series.values().get(i)));
                end = Math.max(end, series.seconds().get(i));
            }
            plot.add(style(result), values);
        }
        Map<Double, String> names = new HashMap<>();
        Figures.linearTicks(0, end)
                .forEach(second -> names.put(second, Figures.digits(second) + " s"));
        return plot.draw(Plot.Across.linear(names));
    }

    /** The metric within a sample, from its beginning to its end: the median over the samples. */
    Optional<Chart> course(Card card) {
        Result any = card.first();
        Plot plot =
                new Plot(
                        "part of a sample",
                        Words.axis(any) + ", " + Words.better(any),
                        any.unit(),
                        Plot.Rise.LOG_WHEN_WIDE);
        for (Result result : card.results()) {
            List<List<Double>> courses = result.courses();
            if (courses == null) {
                continue;
            }
            int parts = courses.stream().mapToInt(List::size).min().orElse(0);
            List<Value> values = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                int at = part;
                double[] sorted =
                        courses.stream().mapToDouble(one -> one.get(at)).sorted().toArray();
                double end = 100.0 * (at + 2) / (parts + 1); // the first part is not known
                values.add(Value.of(end, Ratio.quantile(sorted, 0.5)));
            }
            plot.add(style(result), values);
        }
        Map<Double, String> names = new HashMap<>();
        Figures.linearTicks(0, 100)
                .forEach(percent -> names.put(percent, Figures.digits(percent) + " %"));
        return plot.draw(Plot.Across.linear(names));
    }

    // ---- inside ---------------------------------------------------------------------------------

    private Plot.Style style(Result result) {
        String tag = BarCharts.tag(result);
        return new Plot.Style(
                result.label() + (tag.isEmpty() ? "" : " (" + tag + ")"),
                tones.of(result),
                false,
                Words.ours(result),
                tones.symbol(result));
    }

    private Plot.Across swept(Card card) {
        Map<Double, String> names = new HashMap<>();
        card.results()
                .forEach(result ->
                        names.put(
                                card.at(result),
                                card.value(card.at(result))
                                        + (isBeyondCores(card, result) ? "*" : "")));
        return Plot.Across.logWhenWide(names);
    }

    private String sweepName(Card card) {
        return card.results().stream().anyMatch(result -> isBeyondCores(card, result))
                ? card.sweepName() + " (* more than cores)"
                : card.sweepName();
    }

    private boolean isBeyondCores(Card card, Result result) {
        String sweep = card.sweep();
        return sweep != null && Words.isBeyondCores(sweep, result.parameters().get(sweep), cores);
    }

    private static double nines(double percent) {
        return -Math.log10(1 - percent / 100);
    }

    /**
     * The published figures by the name of their line: one where all systems share the same
     * figures, else one a system.
     */
    private static Map<String, List<Value>> published(Card card) {
        Function<Result, @Nullable Value> value =
                result -> {
                    Published published = result.published();
                    return published == null
                            ? null
                            : new Value(
                                    card.at(result),
                                    published.value(),
                                    published.low() == null ? published.value() : published.low(),
                                    published.high() == null
                                            ? published.value()
                                            : published.high());
                };
        Map<Double, Value> shared = new HashMap<>();
        Map<String, List<Value>> all = new LinkedHashMap<>();
        Map<String, List<Value>> bySystem = new LinkedHashMap<>();
        boolean agree = true;
        for (Result result : card.results()) {
            Value one = value.apply(result);
            if (one == null) {
                continue;
            }
            bySystem.computeIfAbsent(
                            result.label() + ", " + Words.published(result),
                            name -> new ArrayList<>())
                    .add(one);
            Value before = shared.putIfAbsent(one.x(), one);
            if (before == null) {
                all.computeIfAbsent(Words.published(result), name -> new ArrayList<>()).add(one);
            }
            agree &= before == null || before.equals(one);
        }
        return agree ? all : bySystem;
    }
}
