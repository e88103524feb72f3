package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.workload.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A system in one configuration, in one setting: its process, and what it has measured so far over
 * all forks.
 */
final class Contender {

    /**
     * A parked child may use that share of a core, and a little for the ends of compilation and
     * collection.
     */
    private static final double PARKED_CPU = 0.1;

    private static final long PARKED_CPU_SLACK_NANOS = 60_000_000;

    /** Longer than a compiler goes on behind a turn. */
    private static final long SPOILING_NANOS = 500_000_000;

    final FoundSystem system;
    final Map<String, String> choices;

    /**
     * Whether it is the configuration that the system names first, but for what a user adapts to
     * the job.
     */
    final boolean first;

    @Nullable ChildProcess child;
    boolean opened;
    boolean failed;

    /** Whether it failed by a wrong result. */
    boolean wrong;

    boolean reported;

    /** How many configurations of its system were not tried, for want of time. */
    int untried;

    String reason = "";
    long cpuAfterTurn;
    long turnEnded;

    /** Whether its process settles where it did not keep still. */
    final Settling settling = new Settling();

    /** How long it has waited in the turns of others since it last kept still in one. */
    private long restlessNanos;

    /** How many configurations of its system were tried: the more, the better the luckiest. */
    int tried = 1;

    private String config = "";
    private final List<Taken> samples = new ArrayList<>();
    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> rates = new ArrayList<>();

    Contender(FoundSystem system, Map<String, String> choices, boolean first) {
        this.system = system;
        this.choices = choices;
        this.first = first;
    }

    /** Whether choices differ from the first ones in what a user adapts to the job only. */
    static boolean usual(
            Map<String, String> choices, Map<String, String> first, Set<String> tuning) {
        Map<String, String> mine = new HashMap<>(choices);
        Map<String, String> its = new HashMap<>(first);
        mine.keySet().removeAll(tuning);
        its.keySet().removeAll(tuning);
        return mine.equals(its);
    }

    /** For progress: the system, and what it chose. */
    String label() {
        return choices.isEmpty() ? system.name() : system.name() + " " + words(Set.of());
    }

    private String words(Set<String> said) {
        return choices.entrySet().stream()
                .map(Object::toString)
                .filter(choice -> !said.contains(choice))
                .collect(Collectors.joining(" "));
    }

    /** Its process; only where it has one. */
    ChildProcess process() {
        if (child == null) {
            throw new IllegalStateException(label() + " has no process");
        }
        return child;
    }

    void opened(Map<String, Object> answer) {
        opened = true;
        String told = Answer.words(String.valueOf(answer.get("config")));
        Set<String> said =
                new HashSet<>(List.of(told.split(" "))); // a session may tell what was chosen
        config = (words(said) + " " + told).strip();
    }

    /** On its way to speed, the first fork's kept; what it reached in the later half, if known. */
    WarmingUp.Slice warmed(int fork, Map<String, Object> answer) {
        List<Double> run = numbers(answer.get("rates"));
        if (fork == 1) {
            numbers(answer.get("seconds")).forEach(seconds::add);
            rates.addAll(run);
        }
        double[] later =
                run.stream().skip(run.size() / 2).mapToDouble(rate -> rate).sorted().toArray();
        return new WarmingUp.Slice(
                later.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(median(later)),
                millis(answer, "millis"),
                millis(answer, "compiledMillis"));
    }

    private static long millis(Map<String, Object> answer, String name) {
        return ((Number) answer.getOrDefault(name, 0L)).longValue();
    }

    void sampled(int fork, int round, Metric metric, Map<String, Object> answer) {
        samples.add(Taken.of(round, answer));
        tried(fork, metric, answer);
    }

    /** A sample that only tells how the system came up to speed; returns its value. */
    double tried(int fork, Metric metric, Map<String, Object> answer) {
        Object value = ((Map<?, ?>) answer.getOrDefault("values", Map.of())).get(metric.name());
        if (!(value instanceof Number number)) {
            return Double.NaN;
        }
        if (fork == 1) {
            seconds.add(((Number) answer.getOrDefault("second", 0.0)).doubleValue());
            rates.add(number.doubleValue());
        }
        return number.doubleValue();
    }

    boolean measured() {
        return !samples.isEmpty();
    }

    List<Taken> samples() {
        return samples;
    }

    /**
     * Told what it used while others had their turns, says whether that can be borne. One that is
     * restless twice running, and for long, spoils them; once, or in some short waits, may be its
     * compiler, which comes to an end.
     */
    boolean keptStill(long usedNanos, long waitedNanos) {
        if (usedNanos > PARKED_CPU * waitedNanos + PARKED_CPU_SLACK_NANOS) {
            boolean before = restlessNanos > 0;
            restlessNanos += waitedNanos;
            return !before || restlessNanos < SPOILING_NANOS;
        }
        if (waitedNanos > 2 * PARKED_CPU_SLACK_NANOS) { // a shorter wait shows nothing
            restlessNanos = 0;
        }
        return true;
    }

    /** It keeps still from now on, as far as is known. */
    void rests() {
        restlessNanos = 0;
    }

    /** The configuration in words. */
    String config() {
        return config;
    }

    /** The metric over time, in the first fork. */
    Series series() {
        return new Series(seconds, rates);
    }

    /** The median of its samples; not a number without any. */
    double median(Metric metric) {
        double[] sorted =
                samples.stream().mapToDouble(sample -> sample.value(metric.name())).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : median(sorted);
    }

    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    private static List<Double> numbers(@Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(value -> ((Number) value).doubleValue()).toList()
                : List.of();
    }
}
