package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * Writes what the charts show as tables, for readers without scripts, without sight, or with a
 * doubt.
 */
final class Tables {

    private final Html html;
    private final int cores;

    /** For results of a machine with so many processors. */
    Tables(Html html, int cores) {
        this.html = html;
        this.cores = cores;
    }

    // ---- published figures beside what was measured ---------------------------------------------

    /** Whether a card shows published figures. */
    static boolean hasPublished(Card card) {
        return !card.summary()
                && card.results().stream().anyMatch(result -> result.published() != null);
    }

    /** The published table with what was measured here beside it. */
    void published(Card card) {
        Result sourced =
                card.results().stream()
                        .filter(result -> result.published() != null)
                        .findFirst()
                        .orElseThrow();
        boolean trains =
                card.results().stream()
                        .anyMatch(result ->
                                result.published() != null && trainTime(result).isPresent());
        open(
                capital(Words.published(sourced))
                        + ", beside what was measured here."
                        + (trains
                                ? " Small print: capacity ÷ rate, the latency of the write-up, which is not a one-way time."
                                : ""));
        if (card.isSweep()) {
            publishedSweep(card);
        } else {
            publishedBars(card);
        }
        close();
    }

    private void publishedBars(Card card) {
        head("system", "published:", "measured here:", "here ÷ published:");
        for (Result result : card.results()) {
            Published published = result.published();
            if (published == null) {
                continue;
            }
            openRow(result);
            rowHead(result);
            cell(Words.publishedFigure(result), trainTime(result, published.value()).orElse(""));
            cell(Figures.show(result.figure(), result.unit()), trainTime(result).orElse(""));
            cell(Figures.ratio(result.figure() / published.value()), "");
            html.close();
        }
    }

    private void publishedSweep(Card card) {
        String sweep = Objects.requireNonNull(card.sweep());
        Map<String, List<Result>> systems = card.byLabel();
        systems.values()
                .removeIf(some ->
                        some.stream().noneMatch(one -> Words.ours(one) || one.published() != null));
        List<String> heads = new ArrayList<>(List.of(card.sweepName(), "published:"));
        systems.keySet().forEach(system -> heads.addAll(List.of(system + ":", "÷ published:")));
        head(heads.toArray(String[]::new));
        card.bySetting()
                .forEach((at, results) -> {
                    List<Result> sourced =
                            results.stream().filter(result -> result.published() != null).toList();
                    if (sourced.isEmpty()) {
                        return;
                    }
                    html.open("tr");
                    html.element(
                            "th",
                            card.value(at) + Words.beyondCores(sweep, at, cores),
                            "scope",
                            "row");
                    cell(Words.publishedFigures(sourced), publishedTrainTime(sourced));
                    double best = bestPublished(sourced);
                    for (List<Result> system : systems.values()) {
                        Optional<Result> measured =
                                system.stream().filter(result -> card.at(result) == at).findFirst();
                        cell(
                                measured.map(result -> Figures.show(result.figure(), result.unit()))
                                        .orElse("–"),
                                measured.flatMap(Tables::trainTime).orElse(""));
                        cell(measured.map(result -> toPublished(result, best)).orElse("–"), "");
                    }
                    html.close();
                });
    }

    /** To what was published of itself; where nothing was, to the best that was of others. */
    private static String toPublished(Result result, double best) {
        Published own = result.published();
        return Figures.ratio(result.figure() / (own == null ? best : own.value()));
    }

    private static double bestPublished(List<Result> sourced) {
        DoubleStream values =
                sourced.stream()
                        .mapToDouble(one -> Objects.requireNonNull(one.published()).value());
        return (sourced.getFirst().higherIsBetter() ? values.max() : values.min()).orElseThrow();
    }

    private static String publishedTrainTime(List<Result> sourced) {
        return sourced.stream()
                .flatMap(one ->
                        trainTime(one, Objects.requireNonNull(one.published()).value()).stream())
                .findFirst()
                .orElse("");
    }

    /** Capacity divided by rate, where goods travel in trains. */
    private static Optional<String> trainTime(Result result) {
        return trainTime(result, result.figure());
    }

    private static Optional<String> trainTime(Result result, double rate) {
        boolean railway =
                result.system().endsWith("railway")
                        && result.unit().equals("1/s")
                        && !Words.ownSizes(result);
        return railway && rate > 0 && result.parameters().get("capacity") instanceof Number capacity
                ? Optional.of(Figures.show(capacity.doubleValue() / rate * 1e9, "ns"))
                : Optional.empty();
    }

    // ---- all figures ----------------------------------------------------------------------------

    /** Every result of a card, one a row. */
    void figures(Card card) {
        boolean settings = card.results().stream().map(Result::parameters).distinct().count() > 1;
        boolean cpu = card.results().stream().anyMatch(result -> result.cpuNanosPerItem() != null);
        boolean bytes = card.results().stream().anyMatch(result -> result.bytesPerItem() != null);
        Map<Map<String, Object>, Optional<Result>> ours = new LinkedHashMap<>();
        card.results().stream()
                .map(Result::parameters)
                .distinct()
                .forEach(setting ->
                        ours.put(
                                setting,
                                Card.ours(
                                        card.results().stream()
                                                .filter(result ->
                                                        result.parameters().equals(setting))
                                                .toList())));
        Optional<Result> best = Card.ours(card.results());
        open(
                capital(Words.axis(card.first()))
                        + ", "
                        + Words.better(card.first())
                        + ". To ours: the median over the rounds of the ratios within a round, in brackets its quartiles.");
        List<String> heads = new ArrayList<>(List.of("system"));
        if (settings) {
            heads.add("setting");
        }
        heads.addAll(List.of(card.first().average() + ":", "min to max:", "to ours:"));
        if (cpu) {
            heads.add("CPU an item:");
        }
        if (bytes) {
            heads.add("bytes an item:");
        }
        heads.addAll(List.of("configuration", "samples, by round"));
        head(heads.toArray(String[]::new));
        List<Result> rows =
                card.isSweep()
                        ? card.bySetting().values().stream().flatMap(List::stream).toList()
                        : card.results();
        Configurations configurations = new Configurations(html, card.results());
        for (Result result : rows) {
            openRow(result);
            rowHead(result);
            if (settings) {
                html.element(
                        "td",
                        Words.setting(result.workload(), varying(card, result), cores),
                        "class",
                        "left");
            }
            cell(Figures.show(result.figure(), result.unit()), "");
            cell(
                    result.samples().size() > 1
                            ? Figures.range(result.min(), result.max(), result.unit())
                            : "single sample",
                    "");
            Optional<Result> mine =
                    card.isSweep()
                            ? ours.getOrDefault(result.parameters(), Optional.empty())
                            : best;
            cell(
                    mine.filter(one -> !one.equals(result))
                            .flatMap(one -> Ratio.of(result, one))
                            .map(Figures::ratio)
                            .orElse("–"),
                    "");
            if (cpu) {
                cell(
                        result.cpuNanosPerItem() == null
                                ? "–"
                                : Figures.show(result.cpuNanosPerItem(), "ns"),
                        "");
            }
            if (bytes) {
                cell(
                        result.bytesPerItem() == null ? "–" : Figures.bytes(result.bytesPerItem()),
                        "");
            }
            configurations.cell(List.of(result));
            html.element("td", Figures.list(result.samples(), result.unit()), "class", "wrap");
            html.close();
        }
        close();
    }

    /** A result's parameters that differ between the results of a card. */
    private static Map<String, Object> varying(Card card, Result result) {
        Map<String, Object> varying = new LinkedHashMap<>(result.parameters());
        varying.entrySet()
                .removeIf(entry ->
                        card.results().stream()
                                .allMatch(other ->
                                        entry.getValue()
                                                .equals(other.parameters().get(entry.getKey()))));
        if (varying.size() == 1 && varying.containsKey("capacity")) {
            return Map.of("capacity", varying.get("capacity"));
        }
        return varying;
    }

    // ---- percentiles and series -----------------------------------------------------------------

    /** Delay by percentile, a column a percentile. */
    void percentiles(Card card) {
        TreeSet<Double> percents = new TreeSet<>();
        card.results().forEach(result -> percents.addAll(Percentiles.of(result).keySet()));
        open("Delay by percentile.");
        List<String> heads = new ArrayList<>(List.of("system"));
        percents.forEach(percent -> heads.add(Percentiles.name(percent) + ":"));
        head(heads.toArray(String[]::new));
        for (Result result : card.results()) {
            Map<Double, Double> values = Percentiles.of(result);
            if (values.isEmpty()) {
                continue;
            }
            openRow(result);
            rowHead(result);
            percents.forEach(percent -> {
                Double value = values.get(percent);
                cell(value == null ? "–" : Figures.show(value, result.unit()), "");
            });
            html.close();
        }
        close();
    }

    /** The metric over time, a row a stretch. */
    void series(Card card) {
        open(capital(Words.axis(card.first())) + " over time, warm-up included.");
        head("system", "up to second:", "value:");
        for (Result result : card.results()) {
            Series series = result.series();
            for (int i = 0; series != null && i < series.seconds().size(); i++) {
                openRow(result);
                rowHead(result);
                cell(Figures.digits(series.seconds().get(i)), "");
                cell(Figures.show(series.values().get(i), result.unit()), "");
                html.close();
            }
        }
        close();
    }

    // ---- small things ---------------------------------------------------------------------------

    void open(String caption) {
        html.element("p", caption, "class", "caption");
        html.open(
                        "div",
                        "class",
                        "scroll",
                        "tabindex",
                        "0",
                        "role",
                        "region",
                        "aria-label",
                        caption)
                .open("table");
    }

    /** The head of a table; columns of figures have names that end in {@code :}. */
    void head(String... names) {
        html.open("thead").open("tr");
        for (String name : names) {
            boolean figures = name.endsWith(":");
            html.element(
                    "th",
                    figures ? name.substring(0, name.length() - 1) : name,
                    "scope",
                    "col",
                    "class",
                    figures ? "" : "left");
        }
        html.close().close().open("tbody");
    }

    void close() {
        html.close().close().close();
    }

    private void openRow(Result result) {
        html.open("tr", "class", Words.ours(result) ? "ours" : "");
    }

    private void rowHead(Result result) {
        html.open("th", "scope", "row").text(result.label());
        String tag = BarCharts.tag(result);
        if (!tag.isEmpty()) {
            html.element("span", tag, "class", "chip " + (Words.ours(result) ? "ours" : "limit"));
        }
        if (result.incomplete()) {
            html.element("span", "incomplete", "class", "chip bad");
        }
        html.close();
    }

    private void cell(String text, String small) {
        html.open("td").text(text);
        if (!small.isEmpty()) {
            html.element("small", small);
        }
        html.close();
    }

    private static String capital(String text) {
        return Words.capital(text);
    }
}
