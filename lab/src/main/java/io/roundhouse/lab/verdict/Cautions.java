package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What makes a run's figures weaker than they look, in sentences. */
final class Cautions {

    /** The load a core from which on a machine is not idle. */
    private static final double BUSY = 0.2;

    private Cautions() {}

    /** All of it, with the settings and systems it is about. */
    static List<String> all(LabResult run, List<Contest> contests) {
        List<String> cautions = ofResults(run);
        untried(run.results()).ifPresent(cautions::add);
        StillImproving.caution(run.results()).ifPresent(cautions::add);
        cautions.addAll(Bounds.cautions(contests, run.environment().cores()));
        Trains.caution(contests, run.environment().cores()).ifPresent(cautions::add);
        load(run.environment()).ifPresent(cautions::add);
        Disturbance.caution(run).ifPresent(cautions::add);
        CoreDistances.caution(run).ifPresent(cautions::add);
        return cautions;
    }

    /** What is of the whole run: for a table whose rows say what is of each of them. */
    static List<String> brief(LabResult run) {
        List<String> cautions = ofResults(run);
        StillImproving.brief(run.results()).ifPresent(cautions::add);
        load(run.environment()).ifPresent(cautions::add);
        Disturbance.brief(run).ifPresent(cautions::add);
        CoreDistances.brief(run).ifPresent(cautions::add);
        return cautions;
    }

    // ---- what the results lack ------------------------------------------------------------------

    private static List<String> ofResults(LabResult run) {
        List<String> cautions = new ArrayList<>();
        List<Result> results = run.results();
        if (results.isEmpty()) {
            cautions.add("Nothing was measured.");
        }
        if (results.stream().anyMatch(one -> one.scale().equals("smoke"))) {
            cautions.add(
                    "Scale smoke: this run shows that everything works. Its figures mean nothing:"
                            + " all is cold, sizes are tiny, and of sweeps only the ends are there.");
        }
        incomplete(results).ifPresent(cautions::add);
        if (!run.missing().isEmpty()) {
            cautions.add(missing(run.missing()));
        }
        run.failures().forEach(one -> cautions.add(failed(one, run.environment().cores())));
        singleSamples(results).ifPresent(cautions::add);
        return cautions;
    }

    private static Optional<String> incomplete(List<Result> results) {
        long incomplete = results.stream().filter(Result::incomplete).count();
        return incomplete == 0
                ? Optional.empty()
                : Optional.of(
                        "Not all samples were taken: "
                                + incomplete
                                + " of "
                                + results.size()
                                + (results.size() == 1 ? " result is" : " results are")
                                + " incomplete.");
    }

    private static String failed(Failure failure, int cores) {
        String setting = Words.setting(failure.workload(), failure.parameters(), cores);
        return failure.system()
                + " failed in "
                + failure.workload()
                + (setting.isEmpty() ? "" : " (" + setting + ")")
                + ": "
                + failure.reason();
    }

    private static Optional<String> singleSamples(List<Result> results) {
        long single = results.stream().filter(one -> one.samples().size() < 2).count();
        if (single == 0) {
            return Optional.empty();
        }
        return Optional.of(
                single == results.size()
                        ? "Every result is a single sample: nothing is known about its spread."
                        : single
                                + " of "
                                + results.size()
                                + " results are single samples: nothing is known about their spread.");
    }

    /** What was not reached, workload by workload. */
    private static String missing(List<Missing> missing) {
        Map<String, Set<Map<String, Object>>> settings = new LinkedHashMap<>();
        Map<String, Set<String>> systems = new LinkedHashMap<>();
        for (Missing one : missing) {
            settings.computeIfAbsent(one.workload(), name -> new LinkedHashSet<>())
                    .add(one.parameters());
            systems.computeIfAbsent(one.workload(), name -> new LinkedHashSet<>())
                    .add(one.system());
        }
        List<String> parts = new ArrayList<>();
        settings.forEach((workload, ones) ->
                parts.add(
                        workload
                                + " ("
                                + (ones.size() == 1 ? "1 setting" : ones.size() + " settings")
                                + ") of "
                                + String.join(", ", systems.get(workload))));
        return "The run was stopped early and did not get to " + String.join("; to ", parts) + ".";
    }

    // ---- how they were measured -----------------------------------------------------------------

    /** Who could not try all of its configurations, workload by workload. */
    private static Optional<String> untried(List<Result> results) {
        List<String> systems = Words.byWorkload(results.stream().filter(one -> one.untried() > 0));
        return systems.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "For want of time some were measured without trying all of their configurations: in "
                                + String.join("; in ", systems)
                                + ".");
    }

    private static Optional<String> load(Environment machine) {
        return machine.load() > BUSY * machine.cores()
                ? Optional.of(
                        "The machine was not idle when the run began: load "
                                + Figures.ratio(machine.load())
                                + " on "
                                + machine.cores()
                                + " cores.")
                : Optional.empty();
    }
}
