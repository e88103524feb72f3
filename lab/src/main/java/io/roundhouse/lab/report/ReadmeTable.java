package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Bounds;
import io.roundhouse.lab.verdict.Contest;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Standing;
import io.roundhouse.lab.verdict.TextTables;
import io.roundhouse.lab.verdict.Trains;
import io.roundhouse.lab.verdict.Verdict;
import io.roundhouse.lab.verdict.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The README's table of results: what was measured, when and on what; the best of ours beside the
 * best of the others, a line a job. It stands between two marks, and only the lab writes there.
 */
public final class ReadmeTable {

    /** The line before the table. */
    public static final String BEGIN = "<!-- results:begin -->";

    /** The line after the table. */
    public static final String END = "<!-- results:end -->";

    private ReadmeTable() {}

    /** The table, in Markdown. */
    public static String of(LabResult result) {
        Markdown markdown = new Markdown();
        List<Contest> contests = Contest.of(result);
        markdown.paragraph(provenance(result, words(contests)));
        if (contests.isEmpty()) {
            return markdown.paragraph("Nothing was measured.").toString();
        }
        markdown.head(
                "what",
                "ours",
                "the best of those compared",
                TextTables.OURS_TO_BEST + ":",
                "bound:");
        for (Contest contest : contests) {
            Optional<Result> other = contest.rival();
            markdown.row(
                    List.of(
                            what(contest, result.environment().cores()),
                            contest.ours().map(ReadmeTable::withRange).orElse("–")
                                    + byDefault(contest),
                            other.map(ReadmeTable::withRange).orElse("–") + singleGoods(contest),
                            betterBy(contest),
                            bound(contest, contests)));
        }
        markdown.end();
        List<String> cautions = cautions(result, contests);
        return cautions.isEmpty()
                ? markdown.toString()
                : markdown.paragraph("Read with care: " + String.join(" ", cautions)).toString();
    }

    /** What is of the whole run: what is of a row stands in the row. */
    private static List<String> cautions(LabResult result, List<Contest> contests) {
        List<String> cautions = new ArrayList<>(Verdict.brief(result));
        boolean moreInTheReport = !cautions.containsAll(Verdict.of(result).cautions());
        if (contests.stream().anyMatch(one -> !Bounds.doubt(one, contests).isEmpty())) {
            cautions.add("A bound that is called passed or too low was measured wrong.");
        }
        if (moreInTheReport) {
            cautions.add("Each setting's own doubts stand in the report.");
        }
        return cautions;
    }

    private static String bound(Contest contest, List<Contest> all) {
        String doubt = Bounds.doubt(contest, all);
        return contest.limit().map(ReadmeTable::figure).orElse("–")
                + (doubt.isEmpty() ? "" : ", " + doubt);
    }

    /** Our default, where the best is another configuration. */
    private static String byDefault(Contest contest) {
        return contest.oursByDefault()
                .filter(usual -> !contest.ours().equals(Optional.of(usual)))
                .map(usual -> "; by default " + figure(usual))
                .orElse("");
    }

    /** Who does not go by trains as ours does. */
    private static String singleGoods(Contest contest) {
        List<String> singles = Trains.besideSingleGoods(contest);
        return singles.isEmpty()
                ? ""
                : "; good by good, not in trains: " + String.join(", ", singles);
    }

    private static String withRange(Result one) {
        String config = Words.shortConfig(one);
        String range =
                one.samples().size() > 1
                        ? Figures.range(one.min(), one.max(), one.unit())
                        : "single sample";
        return one.label()
                + (one.incomplete() ? " (incomplete) " : " ")
                + figure(one)
                + " ("
                + range
                + ")"
                + (config.isBlank() ? "" : ", " + config);
    }

    private static String figure(Result one) {
        return Figures.show(one.figure(), one.unit());
    }

    private static String betterBy(Contest contest) {
        return contest.betterBy()
                .map(ratio ->
                        Figures.ratio(ratio.median())
                                + " ×"
                                + quartiles(ratio)
                                + doubt(ratio, contest))
                .orElse("–");
    }

    private static String doubt(Ratio ratio, Contest contest) {
        List<String> doubts = new ArrayList<>();
        doubts.add(ratio.pairs() == 0 ? "of medians" : "");
        doubts.add(Ratio.warnOfFew(ratio.rounds()));
        doubts.add(contest.incomplete() ? "incomplete" : "");
        doubts.add(contest.standing() == Standing.LEVEL ? "level" : "");
        doubts.add(ratio.zeros());
        return doubts.stream()
                .filter(doubt -> !doubt.isEmpty())
                .map(doubt -> ", " + doubt)
                .collect(Collectors.joining());
    }

    private static String quartiles(Ratio ratio) {
        return ratio.pairs() == 0
                ? ""
                : " (" + Figures.ratio(ratio.lower()) + " to " + Figures.ratio(ratio.upper()) + ")";
    }

    /**
     * Puts the table between the marks of a file; the rest of the file stays as it is, and all of
     * it where the new one cannot be written.
     *
     * @throws IOException if the file cannot be read or written
     * @throws IllegalArgumentException if the file does not have each mark once, the first before
     *     the second
     */
    public static void replaceIn(Path file, LabResult result) throws IOException {
        WholeFile.write(file, replaced(Files.readString(file), of(result), file.toString()));
    }

    /**
     * Checks that a file has the marks, before there is anything to write.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if the file does not have each mark once, the first before
     *     the second
     */
    public static void check(Path file) throws IOException {
        replaced(Files.readString(file), "", file.toString());
    }

    /** A text with the table between its marks. */
    static String replaced(String text, String table, String name) {
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        boolean once =
                begin >= 0 && begin == text.lastIndexOf(BEGIN) && end == text.lastIndexOf(END);
        if (!once || end < begin) {
            throw new IllegalArgumentException(
                    name
                            + ": the lines "
                            + BEGIN
                            + " and "
                            + END
                            + " must be there, once each and in this order");
        }
        return text.substring(0, begin + BEGIN.length())
                + "\n"
                + table.stripTrailing()
                + "\n"
                + text.substring(end);
    }

    /** What the words of the table mean, those that are in it. */
    private static String words(List<Contest> contests) {
        List<Ratio> ratios =
                contests.stream().flatMap(contest -> contest.betterBy().stream()).toList();
        List<String> sides = new ArrayList<>();
        if (contests.stream().anyMatch(contest -> contest.ours().isPresent())) {
            sides.add("ours is the best of our systems and configurations");
        }
        if (contests.stream().anyMatch(contest -> contest.limit().isPresent())) {
            sides.add("bound is what the lab's plainest code reaches here");
        }
        List<String> comparison = new ArrayList<>();
        if (ratios.stream().anyMatch(ratio -> ratio.pairs() > 0)) {
            comparison.add(
                    "ratios are medians over rounds of the ratios within a round, with their quartiles");
        }
        if (ratios.stream().anyMatch(ratio -> ratio.pairs() == 0)) {
            comparison.add("of medians: plain ratios where each has its own sizes");
        }
        if (contests.stream().anyMatch(contest -> contest.standing() == Standing.LEVEL)) {
            comparison.add("level: too close to tell");
        }
        return Stream.of(sides, comparison)
                .map(parts -> Words.sentence(String.join("; ", parts)))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /**
     * When, where and how a run was made, in a sentence, and who wrote it down.
     *
     * @param words what the words below it mean, in sentences; may be empty
     */
    static String provenance(LabResult result, String words) {
        Environment environment = result.environment();
        String flags =
                environment.flags().isEmpty()
                        ? "default flags"
                        : String.join(" ", environment.flags());
        String scales = scales(result);
        long fewest =
                result.results().stream().mapToInt(one -> one.samples().size()).min().orElse(0);
        return "Measured on "
                + Dates.said(environment.date())
                + ": "
                + environment.cpu()
                + ", "
                + environment.cores()
                + (environment.cores() == 1 ? " core, " : " cores, ")
                + environment.memory()
                + ", "
                + environment.os()
                + "; JDK "
                + environment.jdk()
                + ", "
                + flags
                + "; commit "
                + environment.commit()
                + "; "
                + "./roundhouse "
                + result.command()
                + (scales.isEmpty() ? "" : ", scale " + scales)
                + (fewest > 0
                        ? ", at least " + fewest + (fewest == 1 ? " sample each" : " samples each")
                        : "")
                + ". "
                + (words.isEmpty() ? "" : words + " ")
                + "Written by the lab, never by hand.";
    }

    /** How thorough the run was, where its command does not say that. */
    private static String scales(LabResult result) {
        String scales =
                result.results().stream()
                        .map(Result::scale)
                        .distinct()
                        .collect(Collectors.joining(", "));
        List<String> command = List.of(result.command().split("[\\s=]+"));
        return Collections.indexOfSubList(command, List.of("--scale", scales)) < 0 ? scales : "";
    }

    private static String what(Contest contest, int cores) {
        String setting = contest.setting(cores);
        return Words.title(contest.first().workload())
                + (setting.isEmpty() ? "" : ": " + setting)
                + " ("
                + Words.axis(contest.first())
                + ", "
                + Words.better(contest.first())
                + ")";
    }
}
