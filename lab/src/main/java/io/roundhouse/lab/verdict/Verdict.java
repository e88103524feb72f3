package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a run says in plain words: a line for every contest, won, level or lost, and the reasons to read the figures
 * with care.
 *
 * @param lines one a contest, in the order of the results
 * @param cautions what makes the figures weaker than they look; empty when nothing does
 */
public record Verdict(List<Line> lines, List<String> cautions) {

    /** A system this far above the limit shows that the limit was measured wrong. */
    private static final double ABOVE_LIMIT = 1.03;

    /**
     * What one contest says.
     *
     * @param contest the contest
     * @param standing how ours did
     * @param topic workload and setting, such as {@code Transfer, 1 producer, 1 consumer}
     * @param text the finding, one or two sentences that begin with a system's name
     */
    public record Line(Contest contest, Standing standing, String topic, String text) {}

    public Verdict {
        lines = List.copyOf(lines);
        cautions = List.copyOf(cautions);
    }

    /** The verdict on a run. */
    public static Verdict of(LabResult result) {
        List<Contest> contests = Contest.of(result);
        return new Verdict(contests.stream().map(Verdict::line).toList(), cautions(result, contests));
    }

    /** What a contest says. */
    public static Line line(Contest contest) {
        return new Line(contest, contest.standing(), topic(contest), text(contest));
    }

    // ---- findings --------------------------------------------------------------------------------------------------

    private static String topic(Contest contest) {
        String title = Words.title(contest.first().workload());
        String setting = contest.setting();
        boolean saysMore = !contest.first().unit().equals("1/s");
        return title
                + (setting.isEmpty() ? "" : ", " + setting)
                + (saysMore ? ": " + contest.first().metric() : "");
    }

    private static String text(Contest contest) {
        Optional<Result> ours = contest.ours();
        Optional<Result> rival = contest.rival();
        if (ours.isEmpty()) {
            return "No system of this project took part. The best is " + named(contest.first()) + " with "
                    + said(contest.first()) + againstLimit(contest, contest.first()) + ".";
        }
        Result mine = ours.get();
        if (rival.isEmpty()) {
            return named(mine) + " " + does(mine) + " " + said(mine) + againstLimit(contest, mine)
                    + "; nothing else was measured beside it." + byDefault(contest);
        }
        Result other = rival.get();
        String compared = contest.toRival().map(ratio -> compare(contest, mine, other, ratio)).orElseGet(
                () -> named(mine) + " " + does(mine) + " " + said(mine) + ", " + other.label() + " " + said(other));
        return compared + againstLimit(contest, mine) + "." + byDefault(contest);
    }

    private static String compare(Contest contest, Result mine, Result other, Ratio ratio) {
        boolean rate = mine.unit().equals("1/s");
        String figure = Units.ratio(ratio.median());
        String spread = ratio.rounds() > 1 && !Units.ratio(ratio.lower()).equals(Units.ratio(ratio.upper()))
                ? " (half of the rounds lie between " + Units.ratio(ratio.lower()) + " and " + Units.ratio(ratio.upper()) + ")"
                : "";
        return switch (contest.standing()) {
            case LEVEL -> named(mine) + " and " + other.label() + " are level: " + said(mine) + " and " + said(other)
                    + ", a ratio of " + figure + spread;
            case BEHIND -> other.label() + chosen(contest, other) + " is ahead with " + said(other) + "; " + named(mine)
                    + chosen(contest, mine) + " " + does(mine) + " " + said(mine) + ", "
                    + (rate ? figure + " of that" : figure + " times as much") + spread;
            default -> named(mine) + chosen(contest, mine) + " " + does(mine) + " " + said(mine) + ", "
                    + figure + (rate ? " times " : " of ") + "the best of the others, " + other.label()
                    + chosen(contest, other) + " (" + said(other) + ")" + spread;
        };
    }

    private static String againstLimit(Contest contest, Result result) {
        return contest.limit()
                .flatMap(limit -> Ratio.of(result, limit)
                        .map(ratio -> "; that is " + Units.ratio(ratio.median()) + " of the machine's limit, " + said(limit)))
                .orElse("");
    }

    private static String byDefault(Contest contest) {
        Optional<Result> best = contest.ours();
        Optional<Result> byDefault = contest.oursByDefault();
        if (best.isEmpty() || byDefault.isEmpty() || byDefault.get().equals(best.get())) {
            return "";
        }
        return " As it comes, without choosing how it waits, it " + does(byDefault.get()) + " " + said(byDefault.get())
                + Ratio.of(byDefault.get(), best.get())
                        .map(ratio -> ", " + Units.ratio(ratio.median()) + " of its best")
                        .orElse("")
                + ".";
    }

    /** The settings a system chose, where the entries of a contest chose different ones. */
    private static String chosen(Contest contest, Result result) {
        if (contest.entries().stream().map(Result::parameters).distinct().count() == 1) {
            return "";
        }
        String words = Words.setting(result.workload(), Words.choices(result));
        return words.isEmpty() ? "" : " with " + words;
    }

    private static String named(Result result) {
        return result.label();
    }

    private static String said(Result result) {
        return Units.say(result.median(), result.unit(), result.metric());
    }

    private static String does(Result result) {
        return switch (result.unit()) {
            case "1/s" -> "does";
            case "ns" -> "takes";
            default -> "is at";
        };
    }

    // ---- cautions --------------------------------------------------------------------------------------------------

    private static List<String> cautions(LabResult result, List<Contest> contests) {
        List<String> cautions = new ArrayList<>();
        List<Result> results = result.results();
        if (results.isEmpty()) {
            cautions.add("Nothing was measured.");
        }
        if (results.stream().anyMatch(one -> one.scale().equals("smoke"))) {
            cautions.add("Scale smoke: this run shows that everything works. Its figures mean nothing.");
        }
        long incomplete = results.stream().filter(Result::incomplete).count();
        if (incomplete > 0) {
            cautions.add("The run was ended before all samples were taken: " + incomplete + " of " + results.size()
                    + " results are incomplete.");
        }
        for (Failure failure : result.failures()) {
            String setting = Words.setting(failure.workload(), failure.parameters());
            cautions.add(failure.system() + " failed in " + Words.title(failure.workload()).toLowerCase(Locale.ROOT)
                    + (setting.isEmpty() ? "" : " (" + setting + ")") + ": " + failure.reason());
        }
        long single = results.stream().filter(one -> one.samples().size() < 2).count();
        if (single > 0) {
            cautions.add(single == results.size()
                    ? "Every result is a single sample: nothing is known about its spread."
                    : single + " of " + results.size() + " results are single samples: nothing is known about their spread.");
        }
        for (Contest contest : contests) {
            contest.limit().ifPresent(limit -> {
                Result best = contest.first();
                Ratio.of(best, limit).map(Ratio::median)
                        .filter(ratio -> contest.first().higherIsBetter() ? ratio > ABOVE_LIMIT : ratio < 1 / ABOVE_LIMIT)
                        .ifPresent(ratio -> cautions.add(topic(contest) + ": " + best.label() + " was measured at "
                                + Units.ratio(ratio) + " of limit. The limit is wrong there, not the system that fast."));
            });
        }
        Environment environment = result.environment();
        if (environment.load() > 0.5 * environment.cores()) {
            cautions.add("The machine was not idle when the run began: load "
                    + Units.ratio(environment.load()) + " on " + environment.cores() + " cores.");
        }
        return cautions;
    }
}
