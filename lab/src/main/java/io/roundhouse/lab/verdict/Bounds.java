package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds bounds that cannot be right: one that is passed, or that others of the same run belie. */
public final class Bounds {

    /** A system this far beyond the bound shows that the bound was measured wrong. */
    private static final double BEYOND = 1.03;

    /** Bounds of like jobs may differ by so much: they are measured minutes apart. */
    private static final double FAR_BELOW = 0.5;

    private Bounds() {}

    /**
     * What is wrong with a contest's bound, in a word: {@code passed} or {@code too low}; empty
     * where nothing is known to be.
     *
     * @param all the contests of the run, this one among them
     */
    public static String doubt(Contest contest, List<Contest> all) {
        return beyond(contest).isPresent()
                ? "passed"
                : highestAbove(contest, all).isPresent() ? "too low" : "";
    }

    /** The same of all bounds of a run, in sentences. */
    static List<String> cautions(List<Contest> contests, int cores) {
        List<String> cautions = new ArrayList<>();
        contests.forEach(contest -> passed(contest, cores).ifPresent(cautions::add));
        contests.forEach(contest -> tooLow(contest, contests, cores).ifPresent(cautions::add));
        return cautions;
    }

    private static Optional<String> passed(Contest contest, int cores) {
        Result best = contest.first();
        return beyond(contest)
                .map(ratio ->
                        Verdict.topic(contest, cores)
                                + ": "
                                + best.label()
                                + " was measured at "
                                + Figures.ratio(ratio.median())
                                + " of "
                                + contest.limit().map(Words::namedBound).orElse("")
                                + ". The bound is wrong there, not the system that "
                                + (best.higherIsBetter() ? "fast." : "cheap."));
    }

    /**
     * The best to the bound where that is passed: by a rate above it, or by a time or cost below
     * it, in enough rounds and in three quarters of them.
     */
    private static Optional<Ratio> beyond(Contest contest) {
        Result best = contest.first();
        return contest.limit()
                .flatMap(limit -> Ratio.of(best, limit))
                .filter(ratio -> isBeyond(best.higherIsBetter() ? ratio : ratio.inverse()));
    }

    private static boolean isBeyond(Ratio better) {
        return !better.fewRounds() && better.median() > BEYOND && better.lower() > 1;
    }

    private static Optional<String> tooLow(Contest contest, List<Contest> contests, int cores) {
        return highestAbove(contest, contests)
                .map(other ->
                        Verdict.topic(contest, cores)
                                + ": the bound, "
                                + shown(contest)
                                + ", is far below the "
                                + shown(other)
                                + " of "
                                + Verdict.topic(other, cores)
                                + ". It was measured too low, or the machine was slower then.");
    }

    private static String shown(Contest contest) {
        return Figures.show(bound(contest), contest.first().unit());
    }

    /**
     * Where the same machine did far more in the same run with as many threads or more: of several
     * contests the one with the highest bound.
     */
    private static Optional<Contest> highestAbove(Contest contest, List<Contest> contests) {
        return contest.limit()
                .filter(limit -> limit.workload().equals("transfer"))
                .flatMap(limit ->
                        contests.stream()
                                .filter(other -> harder(other, contest))
                                .filter(other -> !otherSizes(other, contest))
                                .filter(other -> limit.median() < least(limit, other))
                                .max(Comparator.comparingDouble(Bounds::bound)));
    }

    /** Where goods take the same way between as many threads, or more. */
    private static boolean harder(Contest other, Contest contest) {
        return other != contest
                && other.first().workload().equals("transfer")
                && Objects.equals(other.shape().get("mode"), contest.shape().get("mode"))
                && Objects.equals(other.shape().get("consumers"), contest.shape().get("consumers"))
                && Objects.equals(other.shape().get("scenario"), contest.shape().get("scenario"))
                && Objects.equals(other.shape().get("threads"), contest.shape().get("threads"))
                && producers(other.shape().get("producers"))
                        >= producers(contest.shape().get("producers"));
    }

    /** Whether it is the same job in another table, with trains of another size. */
    private static boolean otherSizes(Contest other, Contest contest) {
        return other.shape().equals(contest.shape())
                && !other.limit()
                        .map(Result::parameters)
                        .equals(contest.limit().map(Result::parameters));
    }

    /** More producers may do as much more, each for itself. */
    private static double least(Result limit, Contest other) {
        double producers = producers(limit.parameters().get("producers"));
        return FAR_BELOW * bound(other) * producers / producers(other.shape().get("producers"));
    }

    private static double bound(Contest contest) {
        return contest.limit().map(Result::median).orElse(0.0);
    }

    private static double producers(@Nullable Object number) {
        return number instanceof Number producers ? producers.doubleValue() : 1;
    }
}
