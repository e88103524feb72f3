package io.roundhouse.lab.run;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of the lab: some settings, one after the other.
 *
 * @param command what was asked for, in words
 * @param study the study the settings belong to, or null
 * @param cells the settings
 * @param systems the systems asked for by name; empty for all
 * @param scale how long and how often
 * @param budgetMillis time the whole run may take; 0 for as long as the scale says
 */
public record LabRun(
        String command,
        @Nullable String study,
        List<Cell> cells,
        Set<String> systems,
        Scale scale,
        long budgetMillis) {

    /** A setting of fewer systems gets time as if these were so many: it has trials, too. */
    private static final int FEWEST_COUNTED = 4;

    /**
     * Measures; returns what there is when {@code children} are stopped from another thread. Where
     * the lab itself fails in a setting, that is a failure of the systems there, its goals are not
     * measured, and the next setting comes.
     */
    public LabResult run(
            Catalog catalog, Children children, Environment environment, Progress progress)
            throws InterruptedException {
        String flags =
                children.flags().isEmpty() ? "default flags" : String.join(" ", children.flags());
        Collected out =
                new Collected(
                        command, study, environment, EnvironmentProbe.jvmVersion() + ", " + flags);
        Budget budget = budgetMillis == 0 ? Budget.unlimited() : Budget.ofMillis(budgetMillis);
        List<List<FoundSystem>> contenders =
                cells.stream().map(cell -> contenders(cell, catalog, out)).toList();
        List<Integer> sizes = contenders.stream().map(List::size).toList();
        String workloadBefore = "";
        for (int index = 0; index < cells.size() && !children.stopped(); index++) {
            Cell cell = cells.get(index);
            if (!cell.workload().equals(workloadBefore)) {
                children.endIdle();
                workloadBefore = cell.workload();
            }
            Workload workload = Objects.requireNonNull(catalog.workloads().get(cell.workload()));
            progress.cell(index, cells.size(), title(cell));
            budget.cellBegins(part(sizes.subList(index, cells.size())));
            Optional<HostClock> before = HostClock.read();
            try {
                new CellRunner(cell, workload, scale, budget, children, progress, out)
                        .run(contenders.get(index));
            } catch (RuntimeException | OutOfMemoryError e) {
                e.printStackTrace();
                children.discardAll();
                if (!children.stopped()) {
                    out.failed(
                            cell,
                            workload,
                            workload.setting(cell.parameters()),
                            contenders.get(index),
                            "the lab failed: " + e);
                }
            }
            before.flatMap(earlier -> HostClock.read().map(now -> now.since(earlier)))
                    .ifPresent(during ->
                            out.stolen(cell, workload.setting(cell.parameters()), during));
        }
        children.endIdle();
        progress.end();
        return out.result(
                children.stopped(), children.stopped() ? missing(catalog, out) : List.of());
    }

    /** Every system in every setting of which nothing is known. */
    private List<Missing> missing(Catalog catalog, Collected out) {
        Set<Missing> missing = new LinkedHashSet<>();
        for (Cell cell : cells) {
            Workload workload = Objects.requireNonNull(catalog.workloads().get(cell.workload()));
            for (FoundSystem system : contenders(cell, catalog, out)) {
                if (!out.reached(cell, system.name())) {
                    Setting setting = workload.setting(cell.parameters());
                    missing.add(new Missing(cell.workload(), system.name(), setting.values()));
                }
            }
        }
        return List.copyOf(missing);
    }

    private static String title(Cell cell) {
        String words =
                String.join(
                        " ", cell.parameters().entrySet().stream().map(Object::toString).toList());
        return cell.workload() + (words.isEmpty() ? "" : " " + words);
    }

    /**
     * The first setting's part of the time, by how many systems may measure in each: 1 where nobody
     * else does.
     */
    static double part(List<Integer> systems) {
        int all = systems.stream().mapToInt(LabRun::counted).sum();
        return all == 0 ? 1 : (double) counted(systems.getFirst()) / all;
    }

    private static int counted(int systems) {
        return systems == 0 ? 0 : Math.max(FEWEST_COUNTED, systems);
    }

    private List<FoundSystem> contenders(Cell cell, Catalog catalog, Collected out) {
        Workload workload = Objects.requireNonNull(catalog.workloads().get(cell.workload()));
        List<FoundSystem> contenders = new ArrayList<>();
        for (FoundSystem system : catalog.systems().values()) {
            boolean named = systems.isEmpty() || systems.contains(system.name());
            if (!system.available()) {
                if (named) {
                    out.unavailable(system.name(), system.unavailable());
                }
            } else if (named
                    && cell.includes(system.name())
                    && system.implementsAdapter(workload.adapter())) {
                contenders.add(system);
            }
        }
        return contenders;
    }
}
