package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says what a card's bars show. Values that are not finite never reach a chart; the tables name
 * them.
 */
final class BarCharts {

    /**
     * Beyond this many times the largest measured value a published one would push the bars
     * together: it is left to the table.
     */
    private static final double OFF_SCALE = 2;

    private final Tones tones;
    private final int cores;

    /** For results of a machine with so many processors. */
    BarCharts(Tones tones, int cores) {
        this.tones = tones;
        this.cores = cores;
    }

    /** The results of a card, one bar each; empty where no value is a number. */
    Optional<Chart> results(Card card) {
        List<Result> drawn =
                card.results().stream().filter(result -> Double.isFinite(result.median())).toList();
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        double largest = drawn.stream().mapToDouble(BarCharts::end).max().orElse(0);
        double max =
                drawn.stream()
                        .flatMap(result -> published(card, result).stream())
                        .mapToDouble(Published::value)
                        .filter(value -> value <= OFF_SCALE * largest)
                        .reduce(largest, Math::max);
        Optional<Result> ours = Card.ours(drawn);
        boolean sameSetting = drawn.stream().map(Result::parameters).distinct().count() == 1;
        List<Chart.Row> rows =
                drawn.stream().map(result -> row(card, result, ours, sameSetting, max)).toList();
        return Optional.of(chart(card.first(), max, rows));
    }

    /** A mark in text for the systems that are not ordinary contenders. */
    static String tag(Result result) {
        return Words.ours(result) ? "ours" : Words.bound(result) ? "bound" : "";
    }

    // ---- inside ---------------------------------------------------------------------------------

    /** The axis goes on to the first tick that is not below the largest value. */
    private static Chart chart(Result any, double max, List<Chart.Row> rows) {
        List<Double> steps = Figures.linearTicks(0, max > 0 ? max : 1);
        double step = steps.size() > 1 ? steps.get(1) : 1;
        long count = (long) Math.ceil(max / step - 1e-9);
        List<Chart.Tick> ticks =
                LongStream.rangeClosed(0, Math.max(1, count))
                        .mapToObj(i -> new Chart.Tick(i * step, Figures.tick(i * step, any.unit())))
                        .toList();
        double mostCost =
                rows.stream()
                        .map(Chart.Row::cost)
                        .filter(Objects::nonNull)
                        .mapToDouble(Chart.Cost::value)
                        .max()
                        .orElse(Double.NaN);
        Chart.CostAxis cost =
                Double.isFinite(mostCost)
                        ? new Chart.CostAxis(
                                "CPU time and allocation an item", mostCost > 0 ? mostCost : 1)
                        : null;
        return new Chart.Bars(
                "bars",
                Words.capital(Words.axis(any)) + ", " + Words.better(any),
                ticks.getLast().at(),
                ticks,
                cost,
                rows);
    }

    private Chart.Row row(
            Card card, Result result, Optional<Result> ours, boolean sameSetting, double max) {
        String choices =
                sameSetting ? "" : Words.setting(result.workload(), Words.choices(result), cores);
        String detail =
                Stream.of(choices, Words.config(result))
                        .filter(text -> !text.isBlank())
                        .collect(Collectors.joining(", "));
        String ratio =
                ours.filter(mine -> !mine.equals(result))
                        .flatMap(mine -> Ratio.of(result, mine))
                        .map(value -> Figures.ratio(value.median()) + " × ours")
                        .orElse("");
        Double published =
                published(card, result)
                        .map(Published::value)
                        .filter(value -> value >= 0 && value <= max)
                        .orElse(null);
        return new Chart.Row(
                result.label() + (result.incomplete() ? " (incomplete)" : ""),
                detail,
                tag(result),
                Words.ours(result),
                tones.bar(result),
                Math.max(0, result.figure()),
                Math.max(0, Double.isFinite(result.min()) ? result.min() : result.median()),
                end(result),
                Figures.show(result.figure(), result.unit()),
                ratio,
                result.samples().stream()
                        .filter(sample -> Double.isFinite(sample) && sample >= 0)
                        .toList(),
                published,
                cost(result),
                tip(result, ratio));
    }

    private static List<String> tip(Result result, String ratio) {
        List<String> lines = new ArrayList<>();
        lines.add(
                result.average()
                        + " "
                        + Figures.show(result.figure(), result.unit())
                        + (ratio.isEmpty() ? "" : ", " + ratio));
        if (result.samples().size() > 1) {
            lines.add(
                    Figures.range(result.min(), result.max(), result.unit())
                            + " in "
                            + result.samples().size()
                            + " samples");
        }
        if (result.published() != null) {
            lines.add(
                    Figures.show(result.published().value(), result.unit())
                            + " "
                            + Words.published(result));
        }
        known(result.cpuNanosPerItem())
                .ifPresent(cpu -> lines.add("CPU an item " + Figures.show(cpu, "ns")));
        known(result.bytesPerItem())
                .ifPresent(bytes -> lines.add("allocated an item " + Figures.bytes(bytes)));
        if (result.incomplete()) {
            lines.add("incomplete: the run was ended early");
        }
        return lines;
    }

    /**
     * The figure shown on a bar: on a summary there is none, because the settings are not the
     * published ones.
     */
    private static Optional<Published> published(Card card, Result result) {
        return card.summary() ? Optional.empty() : Optional.ofNullable(result.published());
    }

    private static Chart.@Nullable Cost cost(Result result) {
        String allocated =
                known(result.bytesPerItem()).map(bytes -> ", " + Figures.bytes(bytes)).orElse("");
        return known(result.cpuNanosPerItem())
                .map(cpu -> new Chart.Cost(Math.max(0, cpu), Figures.show(cpu, "ns") + allocated))
                .orElse(null);
    }

    private static Optional<Double> known(@Nullable Double value) {
        return Optional.ofNullable(value).filter(Double::isFinite);
    }

    /** The right end of a result's whisker. */
    private static double end(Result result) {
        return Math.max(
                0,
                Double.isFinite(result.max())
                        ? Math.max(result.max(), result.median())
                        : result.median());
    }
}
