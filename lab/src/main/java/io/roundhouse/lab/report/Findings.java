package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Contest;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Standing;
import io.roundhouse.lab.verdict.Verdict;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** Says in a sentence or two what a card shows. */
final class Findings {

    private final LabResult run;

    Findings(LabResult run) {
        this.run = run;
    }

    /** The finding of a card; empty where it has no value to speak of. */
    String of(Card card) {
        return card.isSweep() ? sweep(card) : best(card);
    }

    private String best(Card card) {
        return Contest.of(card.results()).stream()
                .findFirst()
                .map(contest -> Verdict.line(contest, run))
                .map(Verdict.Line::finding)
                .orElse("");
    }

    // ---- sweeps ---------------------------------------------------------------------------------

    /** What the settings of a sweep show together. */
    private String sweep(Card card) {
        List<Contest> settings =
                card.bySetting().values().stream()
                        .flatMap(results -> Contest.of(results).stream().limit(1))
                        .toList();
        return settings.stream().allMatch(contest -> contest.standing() == Standing.ALONE)
                ? bestSetting(card, settings)
                : standings(card, settings);
    }

    /** How ours stands to the others over the settings, and where it is at its best. */
    private String standings(Card card, List<Contest> settings) {
        List<Result> ours = settings.stream().flatMap(one -> one.ours().stream()).toList();
        Result best = ours.stream().min(Words.bestFirst()).orElseThrow();
        List<String> names = ours.stream().map(Result::system).distinct().toList();
        DoubleSummaryStatistics ratios = new DoubleSummaryStatistics();
        settings.forEach(contest -> contest.toRival().map(Ratio::median).ifPresent(ratios::accept));
        return String.join(" or ", names)
                + (names.size() == 1 ? " is " : ", whichever is better, is ")
                + counts(settings)
                + ": "
                + Figures.ratio(ratios.getMin())
                + " to "
                + Figures.ratio(ratios.getMax())
                + " times the best other system. "
                + (names.size() == 1 ? "It" : best.system())
                + " is at its best with "
                + setting(card, best)
                + ": "
                + Figures.say(best.figure(), best.unit(), best.metric())
                + ".";
    }

    /**
     * Where nothing was compared with ours: which setting was the best, for ours if it took part,
     * and what came of it.
     */
    private String bestSetting(Card card, List<Contest> settings) {
        List<Contest> withOurs = settings.stream().filter(one -> one.ours().isPresent()).toList();
        List<Contest> some = withOurs.isEmpty() ? settings : withOurs;
        return some.stream()
                .min(Comparator.comparing(Findings::oursOrBest, Words.bestFirst()))
                .map(best ->
                        bestOf(some.size(), setting(card, oursOrBest(best)))
                                + Verdict.line(best, run).text())
                .orElse("");
    }

    private static String bestOf(int settings, String best) {
        return settings == 1
                ? Words.capital(best) + ": "
                : "Of %d settings the best is %s. ".formatted(settings, best);
    }

    private static Result oursOrBest(Contest contest) {
        return contest.ours().orElseGet(contest::first);
    }

    private String setting(Card card, Result result) {
        return card.setting(card.at(result), run.environment().cores());
    }

    private static String counts(List<Contest> settings) {
        List<String> counts = new ArrayList<>();
        count(counts, settings, Standing.AHEAD, "ahead of all others");
        count(counts, settings, Standing.LEVEL, "level with the best of them");
        count(counts, settings, Standing.BEHIND, "behind the best of them");
        count(
                counts,
                settings,
                Standing.OPEN,
                settings.stream().anyMatch(Contest::incomplete)
                        ? "undecided for too few rounds or samples"
                        : "undecided for too few rounds");
        count(counts, settings, Standing.ALONE, "not compared");
        return String.join(", ", counts);
    }

    private static void count(
            List<String> counts, List<Contest> settings, Standing standing, String words) {
        long some = settings.stream().filter(contest -> contest.standing() == standing).count();
        if (some > 0) {
            counts.add(
                    words
                            + " at "
                            + (some == settings.size()
                                    ? "each of the " + some
                                    : some + " of " + settings.size())
                            + " settings");
        }
    }
}
