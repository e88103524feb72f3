package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Stolen;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How much of the machine its host took during a run, in words. */
public final class Disturbance {

    /** From here on a setting is called disturbed. */
    private static final double MUCH = 0.02;

    private Disturbance() {}

    /** The whole run's, such as {@code 3.1 %}; empty where the machine does not tell. */
    public static Optional<String> taken(LabResult run) {
        long wanted = run.stolen().stream().mapToLong(Stolen::wantedMillis).sum();
        long taken = run.stolen().stream().mapToLong(Stolen::takenMillis).sum();
        return wanted == 0 ? Optional.empty() : Optional.of(percent((double) taken / wanted));
    }

    /** A warning that names the settings that suffered most; empty where none did. */
    static Optional<String> caution(LabResult run) {
        List<Stolen> disturbed = disturbed(run);
        return taken(run)
                .filter(all -> !disturbed.isEmpty())
                .map(all ->
                        "The machine's host gave "
                                + all
                                + " of the processor time that was wanted to others; where much is taken, who sleeps and wakes up suffers most. "
                                + "Measure again when it is quiet: "
                                + Words.some(
                                        disturbed.stream()
                                                .map(one -> named(one, run.environment().cores()))
                                                .toList(),
                                        run.stolen().size())
                                + ".");
    }

    /** The same without the settings. */
    static Optional<String> brief(LabResult run) {
        return taken(run)
                .filter(all -> !disturbed(run).isEmpty())
                .map(all ->
                        "The machine's host took %s of the processor time that was wanted."
                                .formatted(all));
    }

    /** The settings from which much was taken, the worst first. */
    private static List<Stolen> disturbed(LabResult run) {
        return run.stolen().stream()
                .filter(one -> share(one) >= MUCH)
                .sorted(Comparator.comparingDouble(Disturbance::share).reversed())
                .toList();
    }

    private static String named(Stolen one, int cores) {
        return Words.named(one.workload(), one.parameters(), cores)
                + " ("
                + percent(share(one))
                + ")";
    }

    private static double share(Stolen one) {
        return one.wantedMillis() == 0 ? 0 : (double) one.takenMillis() / one.wantedMillis();
    }

    private static String percent(double share) {
        return Figures.ratio(100 * share) + " %";
    }
}
