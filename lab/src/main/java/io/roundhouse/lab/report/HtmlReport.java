package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Verdict;
import io.roundhouse.lab.verdict.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a run as one HTML file that needs nothing else: no network, no other file. Charts are
 * drawn by Apache ECharts, which is part of the page; every chart is there as a table too. The
 * page's own policy forbids it to load or send anything and to run any script but the report's own.
 */
public final class HtmlReport {

    private final LabResult result;
    private final Map<String, String> summaries;
    private final String leftOut;
    private final Html html = new Html();

    private HtmlReport(LabResult result, Map<String, String> summaries, String leftOut) {
        this.result = result;
        this.summaries = Map.copyOf(summaries);
        this.leftOut = leftOut;
    }

    /**
     * Writes {@code index.html} into a directory, which is made where it is missing. An older
     * report there is replaced.
     *
     * @param summaries what each workload measures, in a sentence, by name of the workload; may
     *     lack some
     * @param leftOut which systems were not to be measured, in a sentence; may be empty
     * @return the file written
     * @throws IOException if it cannot be written
     */
    public static Path write(
            LabResult result, Path directory, Map<String, String> summaries, String leftOut)
            throws IOException {
        Files.createDirectories(directory);
        return WholeFile.write(directory.resolve("index.html"), page(result, summaries, leftOut));
    }

    /** Writes {@code index.html} into a directory, without sentences about the workloads. */
    public static Path write(LabResult result, Path directory) throws IOException {
        return write(result, directory, Map.of(), "");
    }

    /** The page. */
    static String page(LabResult result, Map<String, String> summaries, String leftOut) {
        return new HtmlReport(result, summaries, leftOut).page();
    }

    /** The page of a run that leaves nobody out. */
    static String page(LabResult result, Map<String, String> summaries) {
        return page(result, summaries, "");
    }

    // ---- the page, from top to bottom -----------------------------------------------------------

    private String page() {
        List<Chapter> chapters = Chapter.of(result);
        Assets assets = Assets.load();
        html.open("html", "lang", "en");
        head(assets);
        html.open("body").open("div", "class", "page");
        header();
        verdict(chapters);
        new TargetTable(html).write(result);
        navigation(chapters);
        html.open("main");
        ChapterWriter writer = new ChapterWriter(html, result, summaries);
        chapters.forEach(writer::write);
        new BackMatter(html, result, leftOut).write();
        html.close();
        footer(assets);
        html.close();
        html.data("charts", JsonMapper.shared().writeValueAsString(writer.charts()));
        html.script(assets.echarts()).script(assets.report());
        html.close().close();
        return html.page();
    }

    private void head(Assets assets) {
        html.open("head").open("meta", "charset", "utf-8");
        html.open("meta", "http-equiv", "Content-Security-Policy", "content", assets.policy());
        html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.open("meta", "name", "color-scheme", "content", "light dark");
        html.open("link", "rel", "icon", "href", "data:,");
        html.element("title", Words.title(result) + " · Roundhouse");
        html.style(assets.css()).script(assets.watch());
        html.close();
    }

    private void header() {
        Environment environment = result.environment();
        html.open("header", "class", "top").open("div", "class", "brand");
        Brand.draw(html);
        html.element("span", "Roundhouse lab").close();
        html.element("h1", Words.title(result));
        html.open("ul", "class", "facts");
        fact("", Dates.said(environment.date()));
        fact(
                "on ",
                environment.cpu()
                        + ", "
                        + environment.cores()
                        + (environment.cores() == 1 ? " core" : " cores"));
        fact("JDK ", environment.jdk());
        fact("commit ", environment.commit());
        String scales =
                result.results().stream()
                        .map(Result::scale)
                        .distinct()
                        .collect(Collectors.joining(", "));
        if (!scales.isEmpty()) {
            fact("scale ", scales);
        }
        html.close().close();
    }

    private void fact(String before, String fact) {
        html.open("li").text(before).element("b", fact).close();
    }

    private void verdict(List<Chapter> chapters) {
        Verdict verdict = Verdict.of(result);
        if (!verdict.cautions().isEmpty()) {
            html.open("aside", "class", "notice").element("h2", "Read with care").open("ul");
            verdict.cautions().forEach(caution -> html.element("li", caution));
            html.close().close();
        }
        if (verdict.lines().isEmpty()) {
            return;
        }
        html.open("section", "class", "verdict", "aria-labelledby", "verdict");
        html.element("h2", "The verdict", "id", "verdict").open("ul");
        for (Verdict.Line line : verdict.lines()) {
            String standing = line.standing().name().toLowerCase(Locale.ROOT);
            html.open("li", "class", standing).open("div", "class", "score");
            Optional<Ratio> ratio = line.contest().toRival();
            html.element("b", ratio.map(one -> Figures.ratio(one.median()) + " ×").orElse("–"));
            ratio.ifPresent(
                    one -> html.element("small", "the " + Verdict.measure(line.contest().first())));
            html.element("small", standing(line), "class", "standing");
            html.close().open("div");
            html.element("h3", line.topic());
            html.open("p").text(line.text() + " ");
            ratio.filter(one -> one.pairs() > 0 && !one.fewRounds())
                    .ifPresent(one ->
                            html.element(
                                    "span",
                                    "Half of the rounds lie between "
                                            + Figures.ratio(one.lower())
                                            + " and "
                                            + Figures.ratio(one.upper())
                                            + ". ",
                                    "class",
                                    "soft"));
            anchor(chapters, line).ifPresent(id -> html.element("a", "Figures", "href", "#" + id));
            html.close().close().close();
        }
        html.close();
        html.element(
                "p",
                "The number is ours divided by the best of the others: the median of the ratios of samples taken next to each other in time. "
                        + "Ahead or behind means by more than 3 %, and in at least three quarters of the rounds; where each has its own trains and capacity, by the medians. Fewer than five rounds decide nothing.",
                "class",
                "fine");
        html.close();
    }

    private static String standing(Verdict.Line line) {
        return switch (line.standing()) {
            case AHEAD -> "ahead";
            case BEHIND -> "behind";
            case LEVEL -> "level";
            case OPEN -> line.warning();
            case ALONE -> "not compared";
        };
    }

    private static Optional<String> anchor(List<Chapter> chapters, Verdict.Line line) {
        return chapters.stream()
                .flatMap(chapter -> chapter.cards().stream())
                .filter(card -> card.results().contains(line.contest().first()))
                .map(Card::id)
                .findFirst();
    }

    private void navigation(List<Chapter> chapters) {
        html.open("nav", "class", "bar-nav", "aria-label", "Contents");
        for (Chapter chapter : chapters) {
            html.element("a", Words.title(chapter.workload()), "href", "#" + chapter.id());
        }
        html.element("a", "Systems", "href", "#systems")
                .element("a", "Machine", "href", "#machine");
        html.element(
                "button",
                "Open every table",
                "id",
                "everything",
                "type",
                "button",
                "aria-expanded",
                "false",
                "class",
                "needs-js");
        html.close();
        if (!chapters.isEmpty()) {
            html.element(
                    "p",
                    "Charts need JavaScript. Every figure is also in the tables below.",
                    "class",
                    "js-off");
        }
    }

    private void footer(Assets assets) {
        html.open("footer");
        html.open("p")
                .text("Written by the Roundhouse lab. The same data for programs: ")
                .element("a", "result.json", "href", "result.json");
        html.text(" beside this file. This page loads nothing from anywhere.").close();
        html.open("details").element("summary", "Charts by Apache ECharts: notices and licences");
        html.element("pre", assets.notices());
        html.close().close();
    }
}
