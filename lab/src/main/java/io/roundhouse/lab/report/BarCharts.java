package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Units;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says what a card's bars show. Values that are not finite never reach a chart; the tables name them. */
final class BarCharts {

    /** Beyond this many times the largest measured value a published one would push the bars together: it is left to the table. */
    private static final double OFF_SCALE = 2;

    private final Tones tones;

    BarCharts(Tones tones) {
        this.tones = tones;
    }

    /** The results of a card, one bar each; empty where no value is a number. */
    Optional<Chart> results(Card card) {
        List<Result> drawn = card.results().stream().filter(result -> Double.isFinite(result.median())).toList();
        if (drawn.isEmpty()) {
            return Optional.empty();
        }
        double largest = drawn.stream().mapToDouble(BarCharts::end).max().orElse(0);
        double max = drawn.stream()
                .map(Result::published)
                .filter(Objects::nonNull)
                .mapToDouble(Published::value)
                .filter(value -> value <= OFF_SCALE * largest)
                .reduce(largest, Math::max);
        Optional<Result> ours = Card.ours(drawn);
        boolean sameSetting = drawn.stream().map(Result::parameters).distinct().count() == 1;
        List<Chart.Row> rows = drawn.stream().map(result -> row(result, ours, sameSetting, max)).toList();
        Result any = card.first();
        return Optional.of(chart(Words.axis(any) + ", " + Words.better(any), any.unit(), max, rows));
    }

    /** CPU time an item for the same results, in the same order; empty where none is known. */
    Optional<Chart> cost(Card card) {
        List<Chart.Row> rows = card.results().stream()
                .filter(result -> finite(result.cpuNanosPerItem()))
                .map(this::costRow)
                .toList();
        double max = rows.stream().mapToDouble(Chart.Row::value).max().orElse(0);
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of(chart("CPU time an item, lower is better", "ns", max, rows));
    }

    /** A mark in text for the systems that are not ordinary contenders. */
    static String tag(Result result) {
        return Words.ours(result) ? "ours" : Words.limit(result) ? "bound" : "";
    }

    // ---- inside ------------------------------------------------------------------------------------------------------

    private static Chart chart(String axis, String unit, double max, List<Chart.Row> rows) {
        double end = max > 0 ? max : 1;
        List<Chart.Tick> ticks = Units.linearTicks(0, end).stream()
                .map(at -> new Chart.Tick(at, Units.show(at, unit)))
                .toList();
        return new Chart.Bars("bars", axis, end, ticks, rows);
    }

    private Chart.Row row(Result result, Optional<Result> ours, boolean sameSetting, double max) {
        String choices = sameSetting ? "" : Words.setting(result.workload(), Words.choices(result));
        String detail = Stream.of(choices, result.config()).filter(text -> !text.isBlank()).collect(Collectors.joining(", "));
        String ratio = ours.filter(mine -> !mine.equals(result))
                .flatMap(mine -> Ratio.of(result, mine))
                .map(value -> Units.ratio(value.median()) + " × ours")
                .orElse("");
        Published published = result.published();
        boolean onScale = published != null && published.value() >= 0 && published.value() <= max;
        return new Chart.Row(
                result.label() + (result.incomplete() ? " (incomplete)" : ""),
                detail,
                tag(result),
                Words.ours(result),
                tones.bar(result),
                Math.max(0, result.median()),
                Math.max(0, finite(result.min()) ? result.min() : result.median()),
                end(result),
                Units.show(result.median(), result.unit()),
                ratio,
                result.samples().stream().filter(sample -> finite(sample) && sample >= 0).toList(),
                onScale ? published.value() : null,
                tip(result, ratio));
    }

    private static List<String> tip(Result result, String ratio) {
        List<String> lines = new ArrayList<>();
        lines.add("median " + Units.show(result.median(), result.unit()) + (ratio.isEmpty() ? "" : ", " + ratio));
        if (result.samples().size() > 1) {
            lines.add(Units.range(result.min(), result.max(), result.unit()) + " in " + result.samples().size() + " samples");
        }
        if (result.published() != null) {
            lines.add(Units.show(result.published().value(), result.unit()) + " " + Words.published(result));
        }
        if (finite(result.cpuNanosPerItem())) {
            lines.add("CPU an item " + Units.show(result.cpuNanosPerItem(), "ns"));
        }
        if (finite(result.bytesPerItem())) {
            lines.add("allocated an item " + Units.bytes(result.bytesPerItem()));
        }
        if (result.incomplete()) {
            lines.add("incomplete: the run was ended early");
        }
        return lines;
    }

    private Chart.Row costRow(Result result) {
        double cpu = Math.max(0, Objects.requireNonNull(result.cpuNanosPerItem()));
        String bytes = finite(result.bytesPerItem()) ? Units.bytes(result.bytesPerItem()) + " allocated an item" : "";
        return new Chart.Row(
                result.label(),
                bytes,
                tag(result),
                Words.ours(result),
                tones.bar(result),
                cpu,
                cpu,
                cpu,
                Units.show(cpu, "ns"),
                "",
                List.of(),
                null,
                bytes.isEmpty() ? List.of("CPU an item " + Units.show(cpu, "ns")) : List.of("CPU an item " + Units.show(cpu, "ns"), bytes));
    }

    /** The right end of a result's whisker. */
    private static double end(Result result) {
        return Math.max(0, finite(result.max()) ? Math.max(result.max(), result.median()) : result.median());
    }

    private static boolean finite(@Nullable Double value) {
        return value != null && Double.isFinite(value);
    }
}
