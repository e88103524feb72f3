package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Skipped;
import io.roundhouse.lab.model.Stolen;
import io.roundhouse.lab.model.Target;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a run has found out so far. Used by one thread. */
final class Collected {

    final @Nullable String study;
    final String jvm;
    private final String command;
    private final Environment environment;
    private final List<Result> results = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<String, String> unavailable = new LinkedHashMap<>();
    private final Set<Turn> reached = new HashSet<>();
    private final Map<Turn, String> reasons = new HashMap<>();
    private final Set<Turn> failed = new HashSet<>();
    private final Map<Cell, List<Result>> byCell = new HashMap<>();
    private final Set<Turn> defaultsAtBest = new HashSet<>();
    private final List<Target> targets = new ArrayList<>();
    private final List<Stolen> stolen = new ArrayList<>();
    private final List<CoreDistance> distances = new ArrayList<>();

    /** A system in a setting. */
    private record Turn(Cell cell, String system) {}

    Collected(String command, @Nullable String study, Environment environment, String jvm) {
        this.command = command;
        this.study = study;
        this.environment = environment;
        this.jvm = jvm;
    }

    void unavailable(String system, String reason) {
        unavailable.putIfAbsent(system, reason);
    }

    /**
     * Adds what came of one configuration.
     *
     * @param defaultIsBest whether it is the system's default and its best at once
     */
    void results(Cell cell, String system, boolean defaultIsBest, List<Result> measured) {
        if (defaultIsBest) {
            defaultsAtBest.add(new Turn(cell, system));
        }
        results.addAll(measured);
        byCell.computeIfAbsent(cell, key -> new ArrayList<>()).addAll(measured);
        reached.add(new Turn(cell, system));
    }

    /** Holds what was measured in a setting against its goals. */
    void judge(Cell cell, Workload workload, Setting setting) {
        targets.addAll(judging(cell, workload, setting).targets());
    }

    private Judging judging(Cell cell, Workload workload, Setting setting) {
        Map<String, String> why = new HashMap<>(unavailable);
        reasons.forEach((turn, reason) -> {
            if (turn.cell.equals(cell)) {
                why.put(turn.system, reason);
            }
        });
        return new Judging(
                cell,
                workload,
                setting,
                byCell.getOrDefault(cell, List.of()),
                in(cell, defaultsAtBest),
                why,
                in(cell, failed));
    }

    private static Set<String> in(Cell cell, Set<Turn> turns) {
        return turns.stream()
                .filter(turn -> turn.cell.equals(cell))
                .map(Turn::system)
                .collect(Collectors.toSet());
    }

    void skipped(Cell cell, Setting setting, String system, String reason) {
        reached.add(new Turn(cell, system));
        reasons.put(new Turn(cell, system), reason);
        skipped.add(new Skipped(cell.workload(), system, setting.values(), reason));
    }

    void failure(Cell cell, Setting setting, FoundSystem system, String reason) {
        Turn turn = new Turn(cell, system.name());
        reached.add(turn);
        reasons.put(turn, reason);
        if (!system.bound()) {
            failed.add(turn);
        }
        failures.add(new Failure(cell.workload(), system.name(), setting.values(), reason));
    }

    /**
     * The lab itself has failed in a setting: those of its systems that nothing is known about have
     * failed, too; all of them where it came that late. Its goals are not measured.
     */
    void failed(
            Cell cell,
            Workload workload,
            Setting setting,
            List<FoundSystem> systems,
            String reason) {
        List<FoundSystem> open =
                systems.stream().filter(system -> !reached(cell, system.name())).toList();
        (open.isEmpty() ? systems : open).forEach(system -> failure(cell, setting, system, reason));
        targets.addAll(judging(cell, workload, setting).notMeasured(reason));
    }

    /** Notes what the machine's host did while a setting was measured. */
    void stolen(Cell cell, Setting setting, HostClock during) {
        stolen.add(
                new Stolen(
                        cell.workload(),
                        setting.values(),
                        during.wantedMillis(),
                        during.takenMillis()));
    }

    /** Notes the core-to-core round trips, in ns, before rounds of a setting. */
    void distance(Cell cell, Setting setting, SortedMap<Integer, Double> nanosByRound) {
        distances.add(
                new CoreDistance(
                        cell.workload(),
                        setting.values(),
                        List.copyOf(nanosByRound.keySet()),
                        List.copyOf(nanosByRound.values())));
    }

    /** Whether a system was measured in any setting of a workload. */
    boolean measured(String workload, String system) {
        return results.stream()
                .anyMatch(one -> one.workload().equals(workload) && one.system().equals(system));
    }

    /** Whether anything is known about a system in a setting. */
    boolean reached(Cell cell, String system) {
        return unavailable.containsKey(system) || reached.contains(new Turn(cell, system));
    }

    /**
     * What there is.
     *
     * @param missing what the run would have got to, had it not been stopped
     */
    LabResult result(boolean stopped, List<Missing> missing) {
        List<Unavailable> gone =
                unavailable.entrySet().stream()
                        .map(entry -> new Unavailable(entry.getKey(), entry.getValue()))
                        .toList();
        return new LabResult(
                LabResult.SCHEMA,
                command,
                environment,
                results,
                skipped,
                gone,
                failures,
                stopped && results.stream().anyMatch(Result::incomplete),
                missing,
                targets,
                stolen,
                distances);
    }
}
