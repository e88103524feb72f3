package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How one result stands to another: the median over rounds of the ratios within a round, because samples of the same
 * round were taken next to each other in time and what disturbs one disturbs the other.
 *
 * <p>Results of different settings, or without a round in common, are compared by their medians instead; {@link
 * #rounds()} is 0 then and the quartiles are the median.
 *
 * @param median the ratio, first to second
 * @param lower lower quartile over the rounds
 * @param upper upper quartile over the rounds
 * @param rounds how many rounds were compared; 0 for a ratio of medians
 */
public record Ratio(double median, double lower, double upper, int rounds) {

    /** How far from 1 a ratio must be before one is said to be ahead. */
    private static final double NOTICEABLE = 0.03;

    /** The ratio of {@code first} to {@code second}; empty where a value is missing, not finite or the divisor is 0. */
    public static Optional<Ratio> of(Result first, Result second) {
        List<Double> ratios = first.parameters().equals(second.parameters()) ? byRound(first, second) : List.of();
        if (ratios.isEmpty()) {
            double plain = first.median() / second.median();
            return Double.isFinite(plain) ? Optional.of(new Ratio(plain, plain, plain, 0)) : Optional.empty();
        }
        return Optional.of(
                new Ratio(quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75), ratios.size()));
    }

    /** Whether the first of two results is ahead of, level with or behind the second, by the first's sense of better. */
    public Standing standing(boolean higherIsBetter) {
        if (median > 1 + NOTICEABLE && lower >= 1) {
            return higherIsBetter ? Standing.AHEAD : Standing.BEHIND;
        }
        if (median < 1 / (1 + NOTICEABLE) && upper <= 1) {
            return higherIsBetter ? Standing.BEHIND : Standing.AHEAD;
        }
        return Standing.LEVEL;
    }

    /** The value below which a share {@code q} of the values lies, between neighbours in proportion. */
    static double quantile(List<Double> values, double q) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        double at = q * (sorted.size() - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (sorted.get(above) - sorted.get(below)) * (at - below);
    }

    private static List<Double> byRound(Result first, Result second) {
        Map<Integer, Double> seconds = samplesByRound(second);
        List<Double> ratios = new ArrayList<>();
        samplesByRound(first).forEach((round, sample) -> {
            Double other = seconds.get(round);
            if (other != null && other != 0 && Double.isFinite(sample / other)) {
                ratios.add(sample / other);
            }
        });
        return ratios;
    }

    private static Map<Integer, Double> samplesByRound(Result result) {
        Map<Integer, Double> samples = new HashMap<>();
        for (int i = 0; i < Math.min(result.rounds().size(), result.samples().size()); i++) {
            samples.putIfAbsent(result.rounds().get(i), result.samples().get(i));
        }
        return samples;
    }
}
