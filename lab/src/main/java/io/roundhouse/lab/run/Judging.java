package io.roundhouse.lab.run;

import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Target;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Goal;
import io.roundhouse.lab.study.Goal.Measure;
import io.roundhouse.lab.verdict.Ratio;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds what was measured in a setting against its goals.
 *
 * <p>Ours stands with its default configuration, unless the goal says otherwise, the others with
 * their best. Where the default was not measured, nothing else stands for it. A ratio, also of
 * percentiles, is the median over rounds; of several others the one counts that makes it hardest:
 * one against whom it is missed before all against whom it is met. A goal is met when the median
 * reaches the bar, against each of those it names; where it says that ours is at least as good as
 * another, the lower quartile must not be below 1 either. A ceiling is one for each sample.
 * Elsewhere the quartile on the other side tells how safely, and the reason says where there were
 * few rounds. A result that lacks samples decides nothing.
 */
final class Judging {

    private static final String OTHER_PARAMETERS = "measured with other parameters";

    private final Cell cell;
    private final Workload workload;
    private final Setting setting;
    private final List<Result> results;
    private final Set<String> defaultsAtBest;
    private final Map<String, String> reasons;
    private final Set<String> failed;

    /**
     * For one setting.
     *
     * @param results those of this setting
     * @param defaultsAtBest the systems whose best configuration is their default
     * @param reasons by system, why there is no result
     * @param failed the contenders that should have run in this setting and did not, or did not in
     *     some configuration; without those that cannot do it by their nature, or are not there on
     *     this machine
     */
    Judging(
            Cell cell,
            Workload workload,
            Setting setting,
            List<Result> results,
            Set<String> defaultsAtBest,
            Map<String, String> reasons,
            Set<String> failed) {
        this.cell = cell;
        this.workload = workload;
        this.setting = setting;
        this.results = results;
        this.defaultsAtBest = defaultsAtBest;
        this.reasons = reasons;
        this.failed = failed;
    }

    /** What came of each goal; those that were set for other parameters are not decided. */
    List<Target> targets() {
        return Stream.concat(cell.goals().stream().map(this::judge), ofOthers()).toList();
    }

    /** None of the goals is decided, for that reason. */
    List<Target> notMeasured(String reason) {
        return Stream.concat(cell.goals().stream().map(goal -> unknown(goal, reason)), ofOthers())
                .toList();
    }

    private Stream<Target> ofOthers() {
        return cell.goalsOfOthers().stream().map(goal -> unknown(goal, OTHER_PARAMETERS));
    }

    /**
     * A figure that a bar decides about: its median, the quartile on the bad side (both are the
     * greatest sample where that decides), whose, of how many rounds, and who measured 0 in some of
     * them.
     */
    private record Finding(
            double median, double quartile, String against, int rounds, String zeros) {

        Finding(double median, double quartile, String against, int rounds) {
            this(median, quartile, against, rounds, "");
        }
    }

    private Target judge(Goal goal) {
        Optional<Result> ours = ours(goal);
        if (ours.isEmpty()) {
            return unknown(goal, whyNotOurs(goal));
        }
        return switch (goal.measure()) {
            case TIMES_BETTER, TIMES_THE_COST -> compare(goal, ours.get());
            case DEFAULT_OF_BEST -> compareOwn(goal, ours.get());
            case FIGURE ->
                    decided(
                            goal,
                            new Finding(
                                    ours.get().median(),
                                    upperQuartile(ours.get().samples()),
                                    "",
                                    rounds(ours.get())),
                            ours.get().unit());
            case CEILING -> {
                double most = ours.get().max();
                yield decided(
                        goal, new Finding(most, most, "", rounds(ours.get())), ours.get().unit());
            }
            case BYTES_AN_ITEM -> {
                Double bytes = ours.get().bytesPerItem();
                yield bytes == null
                        ? unknown(goal, "allocation is not known")
                        : decided(goal, new Finding(bytes, bytes, "", rounds(ours.get())), "B");
            }
        };
    }

    private Target compare(Goal goal, Result ours) {
        List<Finding> findings = new ArrayList<>();
        for (Result other : others(goal)) {
            times(goal, ours, other).ifPresent(findings::add);
        }
        return findings.stream()
                .min(hardestFirst(goal))
                .map(hardest -> amongAll(goal, findings, decided(goal, hardest, Target.TIMES)))
                .orElseGet(() -> unknown(goal, whyNot(asked(goal))));
    }

    /** Whom it misses comes before whom it reaches, be the median to that one harder to reach. */
    private static Comparator<Finding> hardestFirst(Goal goal) {
        Comparator<Finding> byMedian = Comparator.comparingDouble(Finding::median);
        return Comparator.comparing((Finding finding) -> met(goal, finding))
                .thenComparing(atLeast(goal) ? byMedian : byMedian.reversed());
    }

    /**
     * A goal against several, or against everybody, is met when all of them were compared: one that
     * was not could have made it harder. It is missed as soon as one has shown that.
     */
    private Target amongAll(Goal goal, List<Finding> findings, Target target) {
        Set<String> compared = findings.stream().map(Finding::against).collect(Collectors.toSet());
        List<String> absent =
                asked(goal).stream().filter(name -> !compared.contains(name)).toList();
        return target.verdict().equals(Target.MET) && !absent.isEmpty()
                ? unknown(goal, whyNot(absent))
                : target;
    }

    /**
     * Whom a goal names; where it names nobody, each other contender that was measured, be it not
     * to the end, or failed.
     */
    private Collection<String> asked(Goal goal) {
        if (!goal.against().isEmpty()) {
            return goal.against();
        }
        Set<String> names =
                byMetric(goal)
                        .filter(result -> !result.bound())
                        .map(Result::system)
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        failed.stream().sorted().forEach(names::add);
        names.remove(goal.system());
        return names;
    }

    /** How many times the other ours is: as good, or as costly. */
    private static Optional<Finding> times(Goal goal, Result ours, Result other) {
        Optional<Ratio> plain =
                goal.percentile().isEmpty()
                        ? Ratio.of(ours, other)
                        : Ratio.atPercentile(ours, other, goal.percentile());
        return plain.map(ratio -> ours.higherIsBetter() ? ratio : ratio.inverse())
                .map(times -> atLeast(goal) ? times : times.inverse())
                .map(ratio ->
                        new Finding(
                                ratio.median(),
                                atLeast(goal) ? ratio.lower() : ratio.upper(),
                                other.system(),
                                ratio.rounds(),
                                ratio.zeros()));
    }

    private static int rounds(Result result) {
        return result.samples().size();
    }

    /**
     * The default configuration beside the best; where that is the default itself, they are one.
     */
    private Target compareOwn(Goal goal, Result usual) {
        if (usual.variant().equals(Result.BEST)) {
            return decided(goal, new Finding(1, 1, usual.system(), rounds(usual)), Target.TIMES);
        }
        Optional<Result> best =
                own(goal).filter(result -> result.variant().equals(Result.BEST)).findFirst();
        if (usual.higherIsBetter() && best.filter(one -> one.median() == 0).isPresent()) {
            return unknown(goal, goal.system() + ": its best measured 0");
        }
        return best.flatMap(one -> times(goal, usual, one))
                .map(finding -> decided(goal, finding, Target.TIMES))
                .orElseGet(() ->
                        unknown(goal, goal.system() + ": its best was not measured beside it"));
    }

    private String whyNotOurs(Goal goal) {
        String otherwise =
                own(goal).findAny().isPresent()
                        ? "the default was not measured"
                        : noResult(goal.system());
        return goal.system() + ": " + reasons.getOrDefault(goal.system(), otherwise);
    }

    private String whyNot(Collection<String> absent) {
        List<String> words =
                absent.stream()
                        .map(name -> name + ": " + reasons.getOrDefault(name, noResult(name)))
                        .toList();
        return words.isEmpty() ? "nobody else was measured" : String.join("; ", words);
    }

    private String noResult(String system) {
        boolean begun = results.stream().anyMatch(result -> result.system().equals(system));
        return begun ? "no complete result" : "no result";
    }

    private static boolean atLeast(Goal goal) {
        return goal.measure() == Measure.TIMES_BETTER || goal.measure() == Measure.DEFAULT_OF_BEST;
    }

    private Optional<Result> ours(Goal goal) {
        return own(goal)
                .filter(result ->
                        goal.best() ? result.variant().equals(Result.BEST) : usual(result))
                .findFirst();
    }

    private boolean usual(Result result) {
        return result.variant().equals(Result.DEFAULT) || defaultsAtBest.contains(result.system());
    }

    private Stream<Result> own(Goal goal) {
        return measured(goal).filter(result -> result.system().equals(goal.system()));
    }

    private List<Result> others(Goal goal) {
        return measured(goal)
                .filter(result -> !result.system().equals(goal.system()))
                .filter(result -> result.variant().equals(Result.BEST))
                .filter(result ->
                        goal.against().isEmpty()
                                ? !result.bound()
                                : goal.against().contains(result.system()))
                .toList();
    }

    private Stream<Result> measured(Goal goal) {
        return byMetric(goal)
                .filter(result -> !result.incomplete())
                .filter(result -> Double.isFinite(result.median()));
    }

    private Stream<Result> byMetric(Goal goal) {
        Metric first = workload.metrics().getFirst();
        String metric = goal.metric().isEmpty() ? first.name() : goal.metric();
        return results.stream().filter(result -> result.metric().equals(metric));
    }

    private static boolean met(Goal goal, Finding finding) {
        return reached(goal, finding) && !oftenBehind(goal, finding);
    }

    private static boolean reached(Goal goal, Finding finding) {
        return atLeast(goal) ? finding.median() >= goal.bar() : finding.median() <= goal.bar();
    }

    private static boolean oftenBehind(Goal goal, Finding finding) {
        return goal.measure() == Measure.TIMES_BETTER && goal.bar() >= 1 && finding.quartile() < 1;
    }

    private Target decided(Goal goal, Finding finding, String unit) {
        String few = Ratio.warnOfFew(finding.rounds());
        boolean inDoubt = reached(goal, finding) && oftenBehind(goal, finding);
        String doubt = inDoubt && few.isEmpty() ? "lower quartile below 1" : few;
        return target(
                goal,
                unit,
                finding.median(),
                finding.quartile(),
                finding.against(),
                met(goal, finding) ? Target.MET : Target.MISSED,
                Stream.of(doubt, finding.zeros())
                        .filter(words -> !words.isEmpty())
                        .collect(Collectors.joining(", ")));
    }

    private Target unknown(Goal goal, String reason) {
        return target(goal, barUnit(goal), null, null, "", Target.NOT_MEASURED, reason);
    }

    private Target target(
            Goal goal,
            String unit,
            @Nullable Double figure,
            @Nullable Double quartile,
            String decidedBy,
            String verdict,
            String reason) {
        return new Target(
                goal.words(),
                cell.workload(),
                setting.values(),
                goal.system(),
                goal.against(),
                goal.bar(),
                atLeast(goal),
                unit,
                figure,
                quartile,
                decidedBy,
                verdict,
                reason);
    }

    /** The unit of the bar where nothing was measured. */
    private String barUnit(Goal goal) {
        return switch (goal.measure()) {
            case TIMES_BETTER, TIMES_THE_COST, DEFAULT_OF_BEST -> Target.TIMES;
            case BYTES_AN_ITEM -> "B";
            case FIGURE, CEILING ->
                    workload.metrics().stream()
                            .filter(metric ->
                                    goal.metric().isEmpty() || metric.name().equals(goal.metric()))
                            .map(Metric::unit)
                            .findFirst()
                            .orElse("");
        };
    }

    private static double upperQuartile(List<Double> samples) {
        return Ratio.quantile(
                samples.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.75);
    }
}
