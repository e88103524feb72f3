package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes a chapter's cards and collects their charts. */
final class ChapterWriter {

    private final Html html;
    private final Tables tables;
    private final BarCharts bars;
    private final LineCharts lines;
    private final Findings findings;
    private final int cores;
    private final Map<String, String> summaries;
    private final boolean severalStudies;
    private final Map<String, Chart> charts = new LinkedHashMap<>();

    /**
     * For the chapters of a run.
     *
     * @param summaries what each workload measures, in a sentence, by name
     */
    ChapterWriter(Html html, LabResult result, Map<String, String> summaries) {
        Tones tones = new Tones(result);
        this.cores = result.environment().cores();
        this.html = html;
        this.tables = new Tables(html, cores);
        this.bars = new BarCharts(tones, cores);
        this.lines = new LineCharts(tones, cores);
        this.findings = new Findings(result);
        this.summaries = summaries;
        this.severalStudies =
                result.results().stream()
                                .map(Result::study)
                                .filter(Objects::nonNull)
                                .distinct()
                                .count()
                        > 1;
    }

    /** The charts of all chapters written so far, by the name of their place on the page. */
    Map<String, Chart> charts() {
        return charts;
    }

    /** Writes a chapter. */
    void write(Chapter chapter) {
        html.open("section", "class", "workload", "id", chapter.id());
        html.element("h2", Words.title(chapter.workload()));
        html.element("p", measured(chapter), "class", "lead");
        chapter.cards().forEach(this::card);
        html.close();
    }

    /** What was measured, in a sentence. */
    private String measured(Chapter chapter) {
        String metrics =
                chapter.cards().stream()
                        .map(card ->
                                Words.axis(card.first()) + " (" + Words.better(card.first()) + ")")
                        .distinct()
                        .collect(Collectors.joining("; "));
        String summary = summaries.getOrDefault(chapter.workload(), "");
        return (summary.isEmpty() ? "" : Words.sentence(summary) + " ")
                + "Measured: "
                + metrics
                + ".";
    }

    private void card(Card card) {
        String finding = findings.of(card);
        html.open("article", "class", "card", "id", card.id());
        if (severalStudies && !card.study().isEmpty()) {
            html.element("p", "study " + card.study(), "class", "eyebrow");
        }
        html.element("h3", card.title());
        html.element("p", finding, "class", "finding");
        Optional<Chart> main = card.isSweep() ? lines.sweep(card) : bars.results(card);
        main.ifPresent(chart -> {
            chart(card.id() + "-main", chart, card.title() + ". " + finding);
            key(card, chart);
        });
        if (!card.isSweep()) {
            percentiles(card);
        }
        if (Tables.hasPublished(card)) {
            tables.published(card);
        }
        details(card);
        html.close();
    }

    private void percentiles(Card card) {
        lines.percentiles(card)
                .ifPresent(chart -> {
                    html.element("h4", "How the delay is distributed");
                    chart(card.id() + "-percentiles", chart, "Delay by percentile, by system");
                });
    }

    /** What a first look does not need. */
    private void details(Card card) {
        html.open("details").element("summary", "All figures as a table");
        tables.figures(card);
        html.close();
        if (card.results().stream().anyMatch(one -> !Percentiles.of(one).isEmpty())) {
            html.open("details")
                    .element(
                            "summary",
                            card.isSweep()
                                    ? "How the delay is distributed"
                                    : "Percentiles as a table");
            card.settings(cores)
                    .forEach(setting -> {
                        if (card.isSweep()) {
                            html.element("h4", setting.title());
                            percentiles(setting);
                        }
                        tables.percentiles(setting);
                    });
            html.close();
        }
        if (card.isSweep()) {
            lines.cost(card)
                    .ifPresent(chart -> {
                        html.open("details").element("summary", "CPU time an item");
                        chart(
                                card.id() + "-cost",
                                chart,
                                "CPU time an item, by setting and system");
                        html.close();
                    });
        }
        if (!card.summary()) {
            card.settings(cores).forEach(setting -> settling(setting, card.isSweep()));
        }
    }

    /**
     * The metric over time and the samples by round: whether figures had settled, and stayed so.
     */
    private void settling(Card card, boolean oneOfMany) {
        Optional<Chart> time = lines.overTime(card);
        Optional<Chart> rounds = lines.rounds(card);
        Optional<Chart> course = lines.course(card);
        if (time.isEmpty() && rounds.isEmpty() && course.isEmpty()) {
            return;
        }
        html.open("details")
                .element(
                        "summary",
                        "Did it settle? Over time and by round"
                                + (oneOfMany ? ", " + card.title() : ""));
        time.ifPresent(chart -> {
            html.element("h4", "From the first item on, warm-up included");
            chart(card.id() + "-time", chart, Words.axis(card.first()) + " over time, by system");
        });
        course.ifPresent(chart -> {
            html.element("h4", "Within a sample, from its beginning to its end");
            chart(
                    card.id() + "-course",
                    chart,
                    Words.axis(card.first()) + " within a sample, by system");
        });
        rounds.ifPresent(chart -> {
            html.element(
                    "h4", "Samples in the order of rounds, as shares of their system's own median");
            chart(card.id() + "-rounds", chart, "Samples in the order of rounds, by system");
        });
        if (time.isPresent()) {
            tables.series(card);
        }
        html.close();
    }

    private void chart(String id, Chart chart, String label) {
        charts.put(id, chart);
        html.open("div", "class", "chart", "data-chart", id, "role", "img", "aria-label", label)
                .close();
    }

    /** Says what the marks of a chart mean. */
    private void key(Card card, Chart chart) {
        List<String> parts = new ArrayList<>();
        boolean spread = card.results().stream().anyMatch(one -> one.samples().size() > 1);
        if (chart instanceof Chart.Bars drawn) {
            parts.add("bar: " + card.first().average() + (spread ? "," : ""));
            if (spread) {
                parts.add("line: smallest to largest sample,");
                parts.add("dots: samples");
            }
            if (card.results().stream().anyMatch(Words::bound)) {
                parts.add("dashed box: the machine's own bound");
            }
            if (drawn.rows().stream().anyMatch(row -> row.published() != null)) {
                parts.add("◇ " + Words.published(withPublished(card)));
            }
            long shown = drawn.rows().stream().filter(row -> row.published() != null).count();
            long all = card.results().stream().filter(one -> one.published() != null).count();
            if (Tables.hasPublished(card) && shown < all) {
                parts.add("a published figure beyond this scale is in the table only");
            }
        } else {
            parts.add(
                    "points: "
                            + card.first().average()
                            + "s"
                            + (spread ? ", upright lines: smallest to largest sample" : ""));
            if (Tables.hasPublished(card)) {
                parts.add("dashed: " + Words.published(withPublished(card)));
            }
        }
        html.open("p", "class", "key needs-js");
        parts.forEach(part -> html.element("span", part).text(" "));
        html.close();
    }

    private static Result withPublished(Card card) {
        return card.results().stream()
                .filter(one -> one.published() != null)
                .findFirst()
                .orElseThrow();
    }
}
