package io.roundhouse.lab.report;

import io.roundhouse.lab.verdict.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * Lays lines out: turns values into places on a chart, linear or logarithmic, and finds the ticks.
 * Values that are not finite are left out, and on a logarithmic axis those that are not positive.
 */
final class Plot {

    /**
     * Values that differ by more than this factor are drawn on a logarithmic axis, where one is
     * allowed.
     */
    private static final double WIDE = 5;

    /** How a vertical axis runs. */
    enum Rise {
        /** Linear, around the values. */
        AROUND,
        /** Logarithmic where the values lie far apart, else from 0. */
        LOG_WHEN_WIDE
    }

    /** A value and its spread over a value, each in its own unit. */
    record Value(double x, double y, double min, double max) {
        static Value of(double x, double y) {
            return new Value(x, y, y, y);
        }
    }

    /** How a line looks. See {@link Chart.Line}. */
    record Style(String name, String tone, boolean dashed, boolean strong, int symbol) {}

    /** A horizontal axis: what is written at which value, and whether it is logarithmic. */
    record Across(Map<Double, String> names, boolean log) {

        static Across linear(Map<Double, String> names) {
            return new Across(names, false);
        }

        /** Logarithmic where all values are positive and lie far apart. */
        static Across logWhenWide(Map<Double, String> names) {
            double low = names.keySet().stream().reduce(Double.MAX_VALUE, Math::min);
            double high = names.keySet().stream().reduce(0.0, Math::max);
            return new Across(names, low > 0 && high / low > WIDE);
        }
    }

    private record Draft(Style style, List<Value> values) {}

    private final String xName;
    private final String yName;
    private final String unit;
    private final Rise rise;
    private final List<Draft> drafts = new ArrayList<>();

    Plot(String xName, String yName, String unit, Rise rise) {
        this.xName = xName;
        this.yName = yName;
        this.unit = unit;
        this.rise = rise;
    }

    /** Adds a line; its values in any order. */
    void add(Style style, List<Value> values) {
        List<Value> finite =
                values.stream()
                        .filter(value -> Double.isFinite(value.x) && Double.isFinite(value.y))
                        .sorted(Comparator.comparingDouble(Value::x))
                        .toList();
        if (!finite.isEmpty()) {
            drafts.add(new Draft(style, finite));
        }
    }

    /** The chart; empty where no line has a value to show. */
    Optional<Chart> draw(Across across) {
        boolean log = rise == Rise.LOG_WHEN_WIDE && wide();
        DoubleUnaryOperator right = across.log ? Math::log : x -> x;
        DoubleUnaryOperator up = log ? Math::log10 : y -> y;
        List<Chart.Line> lines =
                drafts.stream()
                        .map(draft -> line(draft, across, log, right, up))
                        .filter(line -> !line.points().isEmpty())
                        .toList();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        Chart.Axis x = horizontal(across, right, lines);
        return Optional.of(
                new Chart.Lines("lines", x, log ? logarithmic(lines) : linear(lines), lines));
    }

    // ---- inside ---------------------------------------------------------------------------------

    private boolean wide() {
        double low = ys().filter(y -> y > 0).min().orElse(1);
        return ys().allMatch(y -> y >= 0) && ys().max().orElse(1) / low > WIDE;
    }

    private DoubleStream ys() {
        return drafts.stream().flatMap(draft -> draft.values.stream()).mapToDouble(Value::y);
    }

    private Chart.Line line(
            Draft draft,
            Across across,
            boolean log,
            DoubleUnaryOperator right,
            DoubleUnaryOperator up) {
        List<Chart.Point> points =
                draft.values.stream()
                        .filter(value -> shown(value.y, log))
                        .map(value ->
                                new Chart.Point(
                                        right.applyAsDouble(value.x),
                                        up.applyAsDouble(value.y),
                                        up.applyAsDouble(
                                                shown(value.min, log)
                                                        ? Math.min(value.min, value.y)
                                                        : value.y),
                                        up.applyAsDouble(
                                                shown(value.max, log)
                                                        ? Math.max(value.max, value.y)
                                                        : value.y),
                                        Figures.show(value.y, unit),
                                        across.names.getOrDefault(
                                                value.x, Figures.digits(value.x))))
                        .toList();
        Style style = draft.style;
        return new Chart.Line(
                style.name, style.tone, style.dashed, style.strong, style.symbol, points);
    }

    private static boolean shown(double y, boolean log) {
        return Double.isFinite(y) && (!log || y > 0);
    }

    private Chart.Axis horizontal(
            Across across, DoubleUnaryOperator right, List<Chart.Line> lines) {
        double from =
                lines.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(Chart.Point::x)
                        .min()
                        .orElse(0);
        double to =
                lines.stream()
                        .flatMap(line -> line.points().stream())
                        .mapToDouble(Chart.Point::x)
                        .max()
                        .orElse(1);
        double margin = to > from ? (to - from) * 0.025 : 0.5;
        List<Chart.Tick> ticks =
                across.names.entrySet().stream()
                        .map(entry ->
                                new Chart.Tick(
                                        right.applyAsDouble(entry.getKey()), entry.getValue()))
                        .filter(tick -> tick.at() >= from - margin && tick.at() <= to + margin)
                        .sorted(Comparator.comparingDouble(Chart.Tick::at))
                        .toList();
        return new Chart.Axis(xName, from - margin, to + margin, ticks);
    }

    private Chart.Axis logarithmic(List<Chart.Line> lines) {
        double margin = 0.12;
        double from = lowest(lines) - margin;
        double to = highest(lines) + margin;
        List<Chart.Tick> ticks =
                Figures.logTicks(Math.pow(10, from), Math.pow(10, to)).stream()
                        .map(at -> new Chart.Tick(Math.log10(at), Figures.tick(at, unit)))
                        .toList();
        return new Chart.Axis(yName, from, to, ticks);
    }

    private Chart.Axis linear(List<Chart.Line> lines) {
        double low = lowest(lines);
        double high = highest(lines);
        double room = high > low ? (high - low) * 0.08 : Math.max(1, Math.abs(high) * 0.1);
        double from = rise == Rise.AROUND ? low - room : Math.min(0, low);
        double to = high + room;
        List<Chart.Tick> ticks =
                Figures.linearTicks(from, to).stream()
                        .map(at -> new Chart.Tick(at, Figures.tick(at, unit)))
                        .toList();
        return new Chart.Axis(yName, from, to, ticks);
    }

    private static double lowest(List<Chart.Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Chart.Point::min)
                .min()
                .orElse(0);
    }

    private static double highest(List<Chart.Line> lines) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Chart.Point::max)
                .max()
                .orElse(1);
    }
}
