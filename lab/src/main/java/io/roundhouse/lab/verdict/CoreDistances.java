package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.LabResult;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How far threads of the lab were from each other during a run, in words. */
public final class CoreDistances {

    /** The farthest to the nearest; from here on a setting is called unsteady. */
    private static final double MUCH = 2;

    private CoreDistances() {}

    /** The whole run's, such as {@code 57.2 to 540 ns}; empty where it could not be told. */
    public static Optional<String> range(LabResult run) {
        DoubleSummaryStatistics all = all(run);
        return all.getCount() == 0 ? Optional.empty() : Optional.of(range(all));
    }

    private static DoubleSummaryStatistics all(LabResult run) {
        return run.distances().stream()
                .flatMap(one -> one.roundTripNanos().stream())
                .collect(Collectors.summarizingDouble(Double::doubleValue));
    }

    /** The warning without the settings. */
    static Optional<String> brief(LabResult run) {
        return range(run)
                .filter(all -> differed(run))
                .map(all ->
                        "A cache line took "
                                + all
                                + " from one thread to another and back: compare within a row, not between rows.");
    }

    private static boolean differed(LabResult run) {
        return change(all(run)) >= MUCH;
    }

    /**
     * A warning that names the settings within which it differed most; empty where it did nowhere
     * in the run.
     */
    static Optional<String> caution(LabResult run) {
        if (!differed(run)) {
            return Optional.empty();
        }
        List<CoreDistance> unsteady =
                run.distances().stream()
                        .filter(one -> change(of(one)) >= MUCH)
                        .sorted(
                                Comparator.<CoreDistance>comparingDouble(one -> change(of(one)))
                                        .reversed())
                        .toList();
        String where =
                unsteady.isEmpty()
                        ? "It changed between settings."
                        : "It changed most within "
                                + Words.some(
                                        unsteady.stream()
                                                .map(one -> named(one, run.environment().cores()))
                                                .toList(),
                                        run.distances().size())
                                + ".";
        return range(run)
                .map(all ->
                        "Two threads of the lab were not always equally far from each other: a cache line took "
                                + all
                                + " from one to the other and back. What is handed from thread to thread may differ by more than that: do not"
                                + " compare figures of different rounds and settings; a ratio within a round may depend on it, too. "
                                + where);
    }

    private static String named(CoreDistance one, int cores) {
        return Words.named(one.workload(), one.parameters(), cores) + " (" + range(of(one)) + ")";
    }

    private static DoubleSummaryStatistics of(CoreDistance one) {
        return one.roundTripNanos().stream()
                .collect(Collectors.summarizingDouble(Double::doubleValue));
    }

    private static double change(DoubleSummaryStatistics nanos) {
        return nanos.getCount() == 0 ? 1 : nanos.getMax() / nanos.getMin();
    }

    private static String range(DoubleSummaryStatistics nanos) {
        return nanos.getMin() == nanos.getMax()
                ? Figures.show(nanos.getMin(), "ns")
                : Figures.range(nanos.getMin(), nanos.getMax(), "ns");
    }
}
