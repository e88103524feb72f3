package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Result;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How one result compares with another: the ratios of samples taken in the same round, so that what
 * the machine did meanwhile falls out.
 *
 * <p>A round counts whatever was measured in it. Where the other measured 0 its ratio is infinite;
 * where both did, it is 1. A quartile or median between such a round and its neighbour is the one
 * of the two that is worse for ours: that is the first, unless only the second is of this project.
 *
 * @param lower lower quartile
 * @param median median
 * @param upper upper quartile
 * @param pairs rounds in which both were sampled; 0 for a plain ratio of medians, whose quartiles
 *     are not known and stand at the median
 * @param samples those of the result that has fewer
 * @param ourZeros rounds in which the first of the two measured 0, also where this is the ratio the
 *     other way round
 * @param otherZeros rounds in which the second did
 */
public record Ratio(
        double lower,
        double median,
        double upper,
        int pairs,
        int samples,
        int ourZeros,
        int otherZeros) {

    /** How far from 1 a ratio must be before one result is said to be ahead of another. */
    private static final double NOTICEABLE = 1.03;

    /** Rounds below which quartiles, or medians, mean nothing. */
    private static final int FEWEST_ROUNDS = 5;

    /** One of results that never measured 0. */
    Ratio(double lower, double median, double upper, int pairs, int samples) {
        this(lower, median, upper, pairs, samples, 0, 0);
    }

    /** {@code one ÷ other}, sample by sample; empty if they share no round. */
    public static Optional<Ratio> between(Result one, Result other) {
        return between(one, one.samples(), other, other.samples());
    }

    /** The same for that percentile of each sample, such as {@code 99}; empty if not known. */
    public static Optional<Ratio> atPercentile(Result one, Result other, String percentile) {
        return between(one, byRound(one, percentile), other, byRound(other, percentile));
    }

    private static List<Double> byRound(Result result, String percentile) {
        Map<String, List<Double>> all = result.percentilesByRound();
        return all == null ? List.of() : all.getOrDefault(percentile, List.of());
    }

    private static Optional<Ratio> between(
            Result one, List<Double> values, Result other, List<Double> otherValues) {
        Map<Integer, Double> others = new HashMap<>();
        for (int i = 0; i < Math.min(otherValues.size(), other.rounds().size()); i++) {
            others.put(other.rounds().get(i), otherValues.get(i));
        }
        double[] ratios = new double[values.size()];
        int pairs = 0;
        int ourZeros = 0;
        int otherZeros = 0;
        for (int i = 0; i < Math.min(values.size(), one.rounds().size()); i++) {
            double value = values.get(i);
            double divisor = others.getOrDefault(one.rounds().get(i), Double.NaN);
            double ratio = quotient(value, divisor);
            if (!Double.isNaN(ratio)) {
                ratios[pairs++] = ratio;
                ourZeros += value == 0 ? 1 : 0;
                otherZeros += divisor == 0 ? 1 : 0;
            }
        }
        if (pairs == 0) {
            return Optional.empty();
        }
        double[] sorted = Arrays.copyOf(ratios, pairs);
        Arrays.sort(sorted);
        boolean oursIsFirst = Words.ours(one) || !Words.ours(other);
        boolean lowerIsWorse = one.higherIsBetter() == oursIsFirst;
        return Optional.of(
                new Ratio(
                        ofRatios(sorted, 0.25, lowerIsWorse),
                        ofRatios(sorted, 0.5, lowerIsWorse),
                        ofRatios(sorted, 0.75, lowerIsWorse),
                        pairs,
                        fewer(one, other),
                        ourZeros,
                        otherZeros));
    }

    /** Infinite to 0, 1 of 0 to 0; not a number where one of them is none. */
    private static double quotient(double value, double divisor) {
        if (!Double.isFinite(value) || !Double.isFinite(divisor)) {
            return Double.NaN;
        }
        return value == 0 && divisor == 0 ? 1 : value / divisor;
    }

    /**
     * {@code one ÷ other}: by rounds where both are of the same setting in the same table, else of
     * their medians, because rounds of different settings are not next to each other in time, nor
     * are those of one that is in two tables. Empty where one of them is not a number.
     */
    public static Optional<Ratio> of(Result one, Result other) {
        Optional<Ratio> paired =
                one.parameters().equals(other.parameters())
                                && Objects.equals(one.table(), other.table())
                        ? between(one, other)
                        : Optional.empty();
        double plain = quotient(one.median(), other.median());
        return paired.isPresent() || Double.isNaN(plain)
                ? paired
                : Optional.of(
                        new Ratio(
                                plain,
                                plain,
                                plain,
                                0,
                                fewer(one, other),
                                zeros(one),
                                zeros(other)));
    }

    private static int zeros(Result result) {
        return (int) result.samples().stream().filter(sample -> sample == 0).count();
    }

    private static int fewer(Result one, Result other) {
        return Math.min(one.samples().size(), other.samples().size());
    }

    /**
     * The quantile of sorted ratios. Nothing lies between one that is 0 or infinite and its
     * neighbour: there it is the lower or the higher of the two, whichever is worse for ours.
     */
    static double ofRatios(double[] sorted, double part, boolean lowerIsWorse) {
        double at = part * (sorted.length - 1);
        double below = sorted[(int) Math.floor(at)];
        double above = sorted[(int) Math.ceil(at)];
        if (below == 0 || Double.isInfinite(above)) {
            return lowerIsWorse ? below : above;
        }
        return quantile(sorted, part);
    }

    /**
     * The value below which that part of the sorted values, all finite, lies, interpolated between
     * neighbours.
     */
    public static double quantile(double[] sorted, double part) {
        double at = part * (sorted.length - 1);
        int below = (int) at;
        int above = (int) Math.ceil(at);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /** The ratio the other way round. */
    public Ratio inverse() {
        return new Ratio(1 / upper, 1 / median, 1 / lower, pairs, samples, ourZeros, otherZeros);
    }

    /** Rounds it rests on; of a plain ratio of medians, those of the result that has fewer. */
    public int rounds() {
        return pairs > 0 ? pairs : samples;
    }

    /** Whether it was measured in too few rounds for its quartiles, or medians, to tell much. */
    public boolean fewRounds() {
        return few(rounds());
    }

    /** Whether so many rounds are too few for quartiles, or medians, to tell much. */
    public static boolean few(int rounds) {
        return rounds < FEWEST_ROUNDS;
    }

    /** A warning, such as {@code in 2 rounds only}; empty where rounds are not too few. */
    public static String warnOfFew(int rounds) {
        return few(rounds) ? "in " + rounds + (rounds == 1 ? " round only" : " rounds only") : "";
    }

    /** Such as {@code the other measured 0 in 6 rounds}; empty where nobody did. */
    public String zeros() {
        return Stream.of(zeros("ours", ourZeros), zeros("the other", otherZeros))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String zeros(String who, int rounds) {
        return rounds == 0
                ? ""
                : who + " measured 0 in " + rounds + (rounds == 1 ? " round" : " rounds");
    }

    /** How the first of the two results stands to the second; a few rounds leave that open. */
    public Standing standing(boolean higherIsBetter) {
        if (fewRounds()) {
            return Standing.OPEN;
        }
        if (median > NOTICEABLE && lower >= 1) {
            return higherIsBetter ? Standing.AHEAD : Standing.BEHIND;
        }
        if (median < 1 / NOTICEABLE && upper <= 1) {
            return higherIsBetter ? Standing.BEHIND : Standing.AHEAD;
        }
        return Standing.LEVEL;
    }

    /** Such as {@code 2.41 (2.35–2.48)}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f (%.2f–%.2f)", median, lower, upper);
    }
}
