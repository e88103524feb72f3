package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.TextTables;
import io.roundhouse.lab.verdict.Verdict;
import io.roundhouse.lab.verdict.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run in full as a Markdown file: every result with its samples, configuration and cost, for
 * {@code docs/results}.
 */
public final class MarkdownResults {

    /** The options that have less measured, or other than, what the command alone stands for. */
    private static final Set<String> NARROWING = Set.of("--only", "--systems", "--param");

    private static final String TO_OURS =
            "To ours: the median over the rounds of the ratios within a round, with its quartiles.";

    private MarkdownResults() {}

    /**
     * Writes a run into a directory, which is made where it is missing. The same command at the
     * same scale on the same day replaces its file; one that was narrowed to some of its systems,
     * workloads or parameters does not replace that of all.
     *
     * @return the file written
     * @throws IOException if it cannot be written
     */
    public static Path write(LabResult result, Path directory) throws IOException {
        Files.createDirectories(directory);
        return WholeFile.write(directory.resolve(fileName(result)), of(result));
    }

    /**
     * The name of a run's file: its day, command and scale, such as {@code
     * 2026-11-21-study-railway-quick.md}, with the word {@code narrowed} where it is not of all
     * that the command measures.
     */
    public static String fileName(LabResult result) {
        List<String> words = new ArrayList<>(List.of(Dates.day(result.environment().date())));
        for (String word : result.command().strip().split("\\s+")) {
            if (word.startsWith("-")) {
                break;
            }
            words.add(word);
        }
        if (narrowed(result)) {
            words.add("narrowed");
        }
        result.results().stream().map(Result::scale).distinct().forEach(words::add);
        String name =
                String.join("-", words).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return name.replaceAll("^-|-$", "") + ".md";
    }

    private static boolean narrowed(LabResult result) {
        return Stream.of(result.command().split("\\s+")).anyMatch(NARROWING::contains);
    }

    /** A run in full. */
    public static String of(LabResult result) {
        Markdown markdown = new Markdown();
        markdown.heading(1, Words.title(result));
        boolean ours = result.results().stream().anyMatch(Words::ours);
        markdown.paragraph(ReadmeTable.provenance(result, ours ? TO_OURS : ""));
        verdict(markdown, result);
        targets(markdown, result);
        for (Chapter chapter : Chapter.of(result)) {
            markdown.heading(2, Words.title(chapter.workload()));
            chapter.cards().stream()
                    .filter(card -> !card.summary())
                    .forEach(card -> card(markdown, card));
        }
        systems(markdown, result);
        missing(markdown, result);
        return markdown.toString();
    }

    // ---- parts of the file ----------------------------------------------------------------------

    private static void verdict(Markdown markdown, LabResult result) {
        Verdict verdict = Verdict.of(result);
        if (!verdict.cautions().isEmpty()) {
            markdown.heading(2, "Read with care");
            verdict.cautions().forEach(markdown::item);
            markdown.end();
        }
        if (!verdict.lines().isEmpty()) {
            markdown.heading(2, "Verdict");
            verdict.lines().forEach(line -> markdown.item(line.toString()));
            markdown.end();
        }
    }

    private static void targets(Markdown markdown, LabResult result) {
        TextTables.targets(result)
                .ifPresent(table -> {
                    markdown.heading(2, table.title());
                    markdown.head(
                            "target",
                            "verdict",
                            "asked:",
                            "median:",
                            "quartile:",
                            "against",
                            "setting");
                    table.rows().forEach(markdown::row);
                    markdown.end();
                });
    }

    private static void card(Markdown markdown, Card card) {
        markdown.heading(3, card.title());
        markdown.paragraph(
                Words.capital(Words.axis(card.first())) + ", " + Words.better(card.first()) + ".");
        markdown.head(
                "parameters",
                "system",
                card.first().average() + ":",
                "min to max:",
                "to ours:",
                "published:",
                "here ÷ published:",
                "CPU an item:",
                "bytes an item:",
                "configuration",
                "samples by round");
        Map<Map<String, Object>, List<Result>> settings = new LinkedHashMap<>();
        card.results()
                .forEach(one ->
                        settings.computeIfAbsent(one.parameters(), key -> new ArrayList<>())
                                .add(one));
        settings.values()
                .forEach(results -> {
                    Optional<Result> ours = Card.ours(results);
                    results.stream()
                            .sorted(Words.bestFirst())
                            .forEach(one -> markdown.row(row(one, ours)));
                });
        markdown.end();
        percentiles(markdown, card);
    }

    private static List<String> row(Result result, Optional<Result> ours) {
        Published published = result.published();
        String parameters =
                result.parameters().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
        return List.of(
                parameters,
                result.label() + (result.incomplete() ? " (incomplete)" : ""),
                Figures.show(result.figure(), result.unit()),
                result.samples().size() > 1
                        ? Figures.range(result.min(), result.max(), result.unit())
                        : "single sample",
                ours.map(mine ->
                                mine.equals(result)
                                        ? "1"
                                        : Ratio.of(result, mine).map(Figures::ratio).orElse("–"))
                        .orElse("–"),
                published == null ? "" : Figures.show(published.value(), result.unit()),
                published == null ? "" : Figures.ratio(result.figure() / published.value()),
                Optional.ofNullable(result.cpuNanosPerItem())
                        .map(cpu -> Figures.show(cpu, "ns"))
                        .orElse(""),
                Optional.ofNullable(result.bytesPerItem()).map(Figures::bytes).orElse(""),
                Words.config(result),
                Figures.list(result.samples(), result.unit()));
    }

    private static void percentiles(Markdown markdown, Card card) {
        List<Double> percents =
                card.results().stream()
                        .flatMap(one -> Percentiles.of(one).keySet().stream())
                        .distinct()
                        .sorted()
                        .toList();
        if (percents.isEmpty()) {
            return;
        }
        markdown.paragraph("Delay by percentile.");
        List<String> columns = new ArrayList<>(List.of("system"));
        percents.forEach(percent -> columns.add(Percentiles.name(percent) + ":"));
        markdown.head(columns.toArray(String[]::new));
        for (Result one : card.results()) {
            Map<Double, Double> values = Percentiles.of(one);
            List<String> cells = new ArrayList<>(List.of(one.label()));
            percents.forEach(percent ->
                    cells.add(
                            Optional.ofNullable(values.get(percent))
                                    .map(value -> Figures.show(value, one.unit()))
                                    .orElse("")));
            markdown.row(cells);
        }
        markdown.end();
    }

    private static void systems(Markdown markdown, LabResult result) {
        if (result.results().isEmpty()) {
            return;
        }
        markdown.heading(2, "Systems");
        markdown.head("system", "version", "promises (the lab checks counts and sums)", "JVM");
        result.results().stream()
                .map(one -> List.of(one.system(), one.version(), one.guarantees(), one.jvm()))
                .distinct()
                .sorted(Comparator.comparing(List::getFirst))
                .forEach(markdown::row);
        markdown.end();
    }

    private static void missing(Markdown markdown, LabResult result) {
        items(
                markdown,
                "Not available",
                result.unavailable(),
                one -> one.system() + ": " + one.reason());
        items(
                markdown,
                "Failed",
                result.failures(),
                one -> item(one.system(), one.workload(), one.parameters(), one.reason()));
        items(
                markdown,
                "Left out by nature",
                result.skipped(),
                one -> item(one.system(), one.workload(), one.parameters(), one.reason()));
    }

    private static <T> void items(
            Markdown markdown, String heading, List<T> list, Function<T, String> text) {
        if (list.isEmpty()) {
            return;
        }
        markdown.heading(2, heading);
        list.forEach(one -> markdown.item(text.apply(one)));
        markdown.end();
    }

    private static String item(
            String system, String workload, Map<String, Object> parameters, String reason) {
        return system + ", " + workload + " " + parameters + ": " + reason;
    }
}
