package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Contest;
import io.roundhouse.lab.verdict.Figures;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.verdict.Standing;
import io.roundhouse.lab.verdict.Verdict;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** Says in a sentence or two what a card shows. */
final class Findings {

    private final LabResult run;

    Findings(LabResult run) {
        this.run = run;
    }

    /** The finding of a card; empty where it has no value to speak of. */
    String of(Card card) {
        return card.isSweep() ? sweep(card).orElseGet(() -> best(card)) : best(card);
    }

    private String best(Card card) {
        return Contest.of(card.results()).stream()
                .findFirst()
                .map(contest -> Verdict.line(contest, run))
                .map(Verdict.Line::finding)
                .orElse("");
    }

    /**
     * How ours does over the settings of a sweep; empty where it was not compared with anything.
     */
    private Optional<String> sweep(Card card) {
        List<Contest> settings =
                card.bySetting().values().stream()
                        .flatMap(results -> Contest.of(results).stream().limit(1))
                        .filter(contest -> contest.standing() != Standing.ALONE)
                        .toList();
        Optional<Result> best = Card.ours(card.results());
        if (settings.isEmpty() || best.isEmpty()) {
            return Optional.empty();
        }
        DoubleSummaryStatistics ratios = new DoubleSummaryStatistics();
        settings.forEach(contest -> contest.toRival().map(Ratio::median).ifPresent(ratios::accept));
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
        Result mine = best.get();
        return Optional.of(
                mine.system()
                        + " is "
                        + String.join(", ", counts)
                        + ": "
                        + Figures.ratio(ratios.getMin())
                        + " to "
                        + Figures.ratio(ratios.getMax())
                        + " times the best other system. It is at its best with "
                        + card.setting(card.at(mine), run.environment().cores())
                        + ": "
                        + Figures.say(mine.figure(), mine.unit(), mine.metric())
                        + ".");
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
