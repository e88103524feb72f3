package io.roundhouse.lab.run;

import io.roundhouse.lab.workload.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Looks for the best of a system's configurations, each in a process of its own: a JVM that has run
 * one has compiled for it, and would not do the next justice.
 *
 * <p>All are set up and warmed up; then they take short samples in turns, so that whatever the
 * machine does meanwhile happens to all of them. What counts is how a configuration did within a
 * pass, compared with the best of that pass: the median over the passes, 1 for one that was always
 * the best. The processes of those that are chosen go on to be measured; therefore a system with
 * nothing to choose goes through the same, and nobody has a head start.
 *
 * <p>Of many configurations the better half goes through it once more, warmed up for longer, and
 * only that counts: those that hand over much at a time are compiled last, and a short trial takes
 * them for slow.
 */
final class Tryout {

    /** Trials are too short to tell less apart: of two so near the one named first is taken. */
    static final double NEARLY = 0.97;

    /** A bound may be another one in every round. */
    static final int OF_A_BOUND = 3;

    /** Passes that are taken however long they take. */
    private static final int FEWEST_PASSES = 3;

    /** So many configurations are tried twice. */
    static final int MANY = 8;

    /** How much longer the second warm-up is. */
    static final int LONGER = 4;

    private final List<Contender> all;
    private final Trial trial;
    private final Metric metric;
    private final Asking asking;

    /** All configurations to try; the first, which is the default, has been set up already. */
    Tryout(List<Contender> all, Trial trial, Metric metric, Asking asking) {
        this.all = all;
        this.trial = trial;
        this.metric = metric;
        this.asking = asking;
    }

    /** Tries them; ends those that are not chosen. */
    List<Contender> finalists() throws InterruptedException {
        List<Contender> others = all.subList(1, all.size());
        others.forEach(asking::begin); // together: that is faster, and nothing is measured yet
        for (Contender one : others) {
            asking.describe(one);
            asking.open(one);
        }
        List<Contender> left = all;
        double[] scores = heat(left, trial.warmMillis());
        if (all.size() >= MANY && trial.finalists() > 1) {
            left = betterHalf(left, scores);
            endAllBut(left);
            scores = heat(left, LONGER * trial.warmMillis());
        }
        List<Contender> chosen = chosen(left, scores);
        endAllBut(chosen);
        return chosen;
    }

    private void endAllBut(List<Contender> some) {
        all.stream().filter(one -> !some.contains(one)).forEach(asking::end);
    }

    /** Warms them up and takes samples in turns; the score of each. */
    private double[] heat(List<Contender> some, int warmMillis) throws InterruptedException {
        double[][] values = new double[trial.passes()][some.size()];
        long start = System.nanoTime();
        for (Contender one : some) {
            asking.warm(one, 1, warmMillis);
        }
        long ample =
                2_000_000L
                        * some.size()
                        * (warmMillis + trial.passes() * (trial.sampleMillis() + 2L));
        int pass = 0;
        for (; pass < trial.passes(); pass++) {
            if (pass >= FEWEST_PASSES && System.nanoTime() - start > ample) {
                break; // a workload whose samples are as long as they are
            }
            for (int i = 0; i < some.size(); i++) {
                values[pass][i] = sample(some.get((i + pass) % some.size()));
            }
            unrotate(values[pass], pass);
        }
        return scores(some, Arrays.copyOf(values, pass));
    }

    /**
     * The better half of all, and of the default ones, which are to be measured in any case, the
     * better half likewise; in the order in which they are named.
     */
    static List<Contender> betterHalf(List<Contender> some, double[] scores) {
        List<Contender> better = new ArrayList<>(half(some, scores, one -> true));
        better.addAll(half(some, scores, one -> one.first));
        return some.stream().filter(better::contains).toList();
    }

    private static List<Contender> half(
            List<Contender> some, double[] scores, Predicate<Contender> which) {
        List<Integer> sorted =
                IntStream.range(0, scores.length)
                        .filter(i -> which.test(some.get(i)))
                        .boxed()
                        .sorted(Comparator.comparing((Integer i) -> scores[i]).reversed())
                        .toList();
        return sorted.stream().limit(Math.ceilDiv(sorted.size(), 2)).map(some::get).toList();
    }

    private double sample(Contender one) throws InterruptedException {
        return asking.sample(one, trial.sampleMillis())
                .map(answer -> one.tried(1, metric, answer))
                .orElse(Double.NaN);
    }

    /** From the order of the turns to that of the configurations. */
    private static void unrotate(double[] turns, int first) {
        double[] sorted = new double[turns.length];
        for (int i = 0; i < turns.length; i++) {
            sorted[(i + first) % turns.length] = turns[i];
        }
        System.arraycopy(sorted, 0, turns, 0, turns.length);
    }

    private double[] scores(List<Contender> some, double[][] passes) {
        double[] scores = new double[some.size()];
        for (int one = 0; one < scores.length; one++) {
            scores[one] =
                    some.get(one).failed
                            ? 0
                            : Math.max(Double.MIN_VALUE, score(passes, one, metric));
        }
        return scores;
    }

    /** How near one configuration came to the best of a pass, in the median over the passes. */
    static double score(double[][] passes, int one, Metric metric) {
        double[] shares = new double[passes.length];
        for (int pass = 0; pass < shares.length; pass++) {
            double best = passes[pass][one];
            for (double other : passes[pass]) {
                best = metric.better(other, best) ? other : best;
            }
            double value = passes[pass][one];
            shares[pass] = metric.better(1, 0) ? value / best : best / value;
        }
        Arrays.sort(shares);
        double score = shares.length == 0 ? 0 : Contender.median(shares);
        return Double.isFinite(score) ? score : 0;
    }

    /**
     * The best one, or of many configurations the best few, and the default beside them, in the
     * sizes that suit it best: which of them is the best is decided by the samples that are
     * reported. Of a bound the best few. None where all have failed.
     */
    private List<Contender> chosen(List<Contender> some, double[] scores) {
        boolean bound = some.getFirst().system.bound();
        List<Integer> chosen = chosen(scores, bound ? OF_A_BOUND : trial.finalistsOf(all.size()));
        if (!bound && chosen.stream().noneMatch(i -> some.get(i).first)) {
            working(scores)
                    .filter(i -> some.get(i).first)
                    .max(Comparator.comparing((Integer i) -> scores[i]))
                    .ifPresent(usual -> chosen.addFirst(usual));
        }
        return chosen.stream().map(some::get).toList();
    }

    /** The best few in the order in which they are named; of those near the best the first. */
    static List<Integer> chosen(double[] scores, int most) {
        double highest = Arrays.stream(scores).max().orElse(0);
        ToDoubleFunction<Integer> score = i -> Math.min(scores[i], NEARLY * highest);
        return working(scores)
                .sorted(Comparator.comparingDouble(score).reversed())
                .limit(most)
                .sorted()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static Stream<Integer> working(double[] scores) {
        return IntStream.range(0, scores.length).filter(i -> scores[i] > 0).boxed();
    }
}
