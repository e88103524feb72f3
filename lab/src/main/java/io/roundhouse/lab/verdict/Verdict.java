package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a run says in plain words: a line for every contest, won, level, lost or open, and the
 * reasons to read the figures with care.
 *
 * @param lines one a contest, in the order of the results
 * @param cautions what makes the figures weaker than they look; empty when nothing does
 */
public record Verdict(List<Line> lines, List<String> cautions) {

    /** Ends the name of ours where it carries what queues carry. */
    private static final String REFERENCES = "-references";

    /**
     * What one contest says.
     *
     * @param contest the contest
     * @param standing how ours did
     * @param topic workload and setting, such as {@code Transfer, 3 producers, 1 consumer}
     * @param ratio ours to the best of the others in a few words, such as {@code 2.69 times the
     *     rate}; empty without a comparison
     * @param text the finding in full sentences, the ratio left out
     */
    public record Line(
            Contest contest, Standing standing, String topic, String ratio, String text) {

        /** The comparison, with a warning where it rests on few rounds, and the text. */
        public String finding() {
            String few = warning();
            return ratio.isEmpty()
                    ? text
                    : ratio
                            + " of the best other system"
                            + (few.isEmpty() ? "" : ", " + few)
                            + ". "
                            + text;
        }

        /**
         * Such as {@code in 2 rounds only}, or {@code incomplete} where one of the two lacks
         * samples; empty where there are enough, or no comparison.
         */
        public String warning() {
            return contest.toRival()
                    .map(one ->
                            Stream.of(
                                            Ratio.warnOfFew(one.rounds()),
                                            contest.incomplete() ? "incomplete" : "")
                                    .filter(words -> !words.isEmpty())
                                    .collect(Collectors.joining(", ")))
                    .orElse("");
        }

        /** The line for a terminal. */
        @Override
        public String toString() {
            return topic + ": " + finding();
        }
    }

    public Verdict {
        lines = List.copyOf(lines);
        cautions = List.copyOf(cautions);
    }

    /** The verdict on a run. */
    public static Verdict of(LabResult result) {
        List<Contest> contests = Contest.of(result);
        return new Verdict(
                contests.stream().map(contest -> line(contest, result)).toList(),
                Cautions.all(result, contests));
    }

    /**
     * What makes all figures of a run weaker than they look, in short; what is of single settings
     * or systems is left out.
     */
    public static List<String> brief(LabResult run) {
        return Cautions.brief(run);
    }

    /**
     * What a contest says.
     *
     * @param run the run it is part of
     */
    public static Line line(Contest contest, LabResult run) {
        String ratio = contest.toRival().map(one -> times(one, contest.first())).orElse("");
        String topic = topic(contest, run.environment().cores());
        return new Line(contest, contest.standing(), topic, ratio, text(contest, run));
    }

    // ---- findings -------------------------------------------------------------------------------

    static String topic(Contest contest, int cores) {
        String setting = contest.setting(cores);
        return Words.title(contest.first().workload())
                + (setting.isEmpty() ? "" : ", " + setting)
                + (contest.first().unit().equals("1/s") ? "" : ": " + contest.first().metric());
    }

    private static String times(Ratio ratio, Result any) {
        return Figures.ratio(ratio.median()) + " times the " + measure(any);
    }

    /** What a result is a figure of, in a word: {@code rate}, {@code time} or {@code value}. */
    public static String measure(Result result) {
        return switch (result.unit()) {
            case "1/s" -> "rate";
            case "ns" -> "time";
            default -> "value";
        };
    }

    private static String text(Contest contest, LabResult run) {
        Optional<Result> ours = contest.ours();
        Optional<Result> rival = contest.rival();
        if (ours.isEmpty()) {
            Result best = contest.first();
            return "None of ours took part. The best is "
                    + named(contest, best, run)
                    + " with "
                    + said(best)
                    + "."
                    + ofLimit(contest, best, best.label());
        }
        Result mine = ours.get();
        String first =
                named(contest, mine, run)
                        + " "
                        + verb(mine)
                        + " "
                        + said(mine)
                        + whileIdle(mine, run);
        if (rival.isEmpty()) {
            return first + ". Nothing was measured beside it." + ofLimit(contest, mine, "Ours");
        }
        Result other = rival.get();
        return first
                + "; "
                + named(contest, other, run)
                + ", the best of the others, "
                + said(other)
                + whileIdle(other, run)
                + "."
                + zeros(contest)
                + complete(contest, other, run)
                + ofLimit(contest, mine, "Ours")
                + withReferences(contest, mine, other)
                + byDefault(contest, mine);
    }

    /** Who ours is behind, where the best of the others lacks samples. */
    private static String complete(Contest contest, Result best, LabResult run) {
        return contest.completeRival()
                .filter(other -> !other.equals(best) && contest.standing() == Standing.BEHIND)
                .map(other ->
                        " It is behind "
                                + named(contest, other, run)
                                + ", which lacks no samples, too: "
                                + said(other)
                                + whileIdle(other, run)
                                + ".")
                .orElse("");
    }

    private static String zeros(Contest contest) {
        return contest.toRival()
                .map(Ratio::zeros)
                .filter(words -> !words.isEmpty())
                .map(words -> " " + Words.sentence(words))
                .orElse("");
    }

    private static String ofLimit(Contest contest, Result result, String who) {
        return contest.limit()
                .flatMap(limit ->
                        Ratio.of(result, limit)
                                .map(ratio ->
                                        " "
                                                + who
                                                + " is at "
                                                + Figures.ratio(ratio.median())
                                                + " of "
                                                + Words.namedBound(limit)
                                                + ", "
                                                + said(limit)
                                                + "."))
                .orElse("");
    }

    /** Where ours moves numbers and queues move references: what it does when it carries theirs. */
    private static String withReferences(Contest contest, Result mine, Result other) {
        return contest.entries().stream()
                .filter(one -> one.system().equals(mine.system() + REFERENCES))
                .findFirst()
                .map(one ->
                        " Carrying references to objects, as queues do, it "
                                + verb(one)
                                + " "
                                + said(one)
                                + Ratio.of(one, other)
                                        .map(ratio ->
                                                ", " + times(ratio, one) + " of " + other.label())
                                        .orElse("")
                                + ".")
                .orElse("");
    }

    private static String byDefault(Contest contest, Result mine) {
        return contest.oursByDefault()
                .filter(usual -> !usual.equals(mine))
                .map(usual ->
                        " By default it "
                                + verb(usual)
                                + " "
                                + said(usual)
                                + Ratio.of(usual, mine)
                                        .map(ratio ->
                                                ", "
                                                        + Figures.ratio(ratio.median())
                                                        + " of its best")
                                        .orElse("")
                                + ".")
                .orElse("");
    }

    /**
     * How fast a waiter wakes up says little without what it burns while it waits: that is the
     * workload's other metric.
     */
    private static String whileIdle(Result result, LabResult run) {
        if (!result.workload().equals("idle") || !result.unit().equals("ns")) {
            return "";
        }
        return run.results().stream()
                .filter(one ->
                        one.workload().equals("idle")
                                && one.unit().equals("%")
                                && one.label().equals(result.label())
                                && Objects.equals(one.table(), result.table())
                                && one.parameters().equals(result.parameters()))
                .findFirst()
                .map(one -> " (at " + said(one) + " of a core while it waits)")
                .orElse("");
    }

    /**
     * A system by its name, with its settings where the entries of a contest chose different ones.
     */
    private static String named(Contest contest, Result result, LabResult run) {
        boolean shared = contest.entries().stream().map(Result::parameters).distinct().count() == 1;
        String words =
                shared
                        ? ""
                        : Words.setting(
                                result.workload(),
                                Words.choices(result),
                                run.environment().cores());
        return result.label()
                + (result.incomplete() ? " (incomplete)" : "")
                + (words.isEmpty() ? "" : " (" + words + ")");
    }

    private static String said(Result result) {
        return Figures.say(result.figure(), result.unit(), result.metric());
    }

    private static String verb(Result result) {
        return switch (result.unit()) {
            case "1/s" -> "does";
            case "ns" -> "takes";
            default -> "is at";
        };
    }
}
