package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.run.Children;
import io.roundhouse.lab.run.EnvironmentProbe;
import io.roundhouse.lab.run.LabRun;
import io.roundhouse.lab.run.Progress;
import io.roundhouse.lab.run.Scale;
import io.roundhouse.lab.run.TerminalProgress;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Workload;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what was asked against the catalog, measures, and has everything written down: also when
 * the user stops it early.
 */
final class Measuring {

    private static final int SECONDS_TO_WRITE = 20;

    private final Catalog catalog;
    private final MeasureOptions options;
    private final PrintStream out;
    private final PrintStream err;

    Measuring(Catalog catalog, MeasureOptions options, PrintStream out, PrintStream err) {
        this.catalog = catalog;
        this.options = options;
        this.out = out;
        this.err = err;
    }

    /** Measures and reports; returns the exit status. */
    int measure(String command, @Nullable String study, List<Cell> wanted, long budgetMillis)
            throws InterruptedException {
        Scale scale = options.scale();
        List<Cell> cells = cells(wanted);
        checkSystems(cells);
        Outputs outputs = new Outputs(catalog, options, out, err);
        outputs.check();
        LabRun run =
                new LabRun(
                        options.words(command),
                        study,
                        cells,
                        options.systems(),
                        scale,
                        budgetMillis);
        Children children = new Children(flags(scale), scale.smoke());
        CountDownLatch ended = new CountDownLatch(1);
        Thread onInterrupt = new Thread(() -> stop(children, ended), "on-interrupt");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            LabResult result =
                    run.run(
                            catalog,
                            children,
                            EnvironmentProbe.probe(children.flags()),
                            progress());
            boolean written = outputs.write(result, children.stopped(), leftOut(study, cells));
            return written ? status(result) : CommandLineTool.FAILED;
        } finally {
            children.stop();
            ended.countDown();
        }
    }

    /** What was asked for comes last and counts. */
    private List<String> flags(Scale scale) {
        return Stream.concat(scale.flags().stream(), options.flags().stream()).toList();
    }

    /** Ctrl-C: the children end, and this process as soon as what was measured is written. */
    private static void stop(Children children, CountDownLatch ended) {
        children.stop();
        try {
            boolean inTime = ended.await(SECONDS_TO_WRITE, TimeUnit.SECONDS);
            if (!inTime) {
                System.err.println("roundhouse: results could not be written in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Progress progress() {
        if (options.noProgress) {
            return Progress.SILENT;
        }
        return new TerminalProgress(
                err, TerminalProgress.standardErrorIsTerminal(), System.getenv());
    }

    // ---- what was asked -------------------------------------------------------------------------

    /**
     * Those of the wanted settings that were asked for, with the parameters that were given; those
     * that these make the same are one, with the goals of all.
     */
    List<Cell> cells(List<Cell> wanted) {
        if (options.only != null && !catalog.workloads().containsKey(options.only)) {
            throw UsageProblem.unknown("workload", options.only, catalog.workloads().keySet());
        }
        List<Cell> cells = new ArrayList<>();
        Map<String, String> given = options.parameters();
        List<String> used = new ArrayList<>();
        for (Cell cell : wanted) {
            if (!options.scale().has(cell)) {
                continue;
            }
            if (options.only == null || options.only.equals(cell.workload())) {
                add(adapted(cell, given, used), cells);
            }
        }
        if (cells.isEmpty()) {
            List<String> there = wanted.stream().map(Cell::workload).distinct().toList();
            throw UsageProblem.unknown("workload here", String.valueOf(options.only), there);
        }
        for (String name : given.keySet()) {
            if (!used.contains(name)) {
                throw UsageProblem.unknown("parameter", name, parameterNames(cells));
            }
        }
        return cells;
    }

    private static void add(Cell cell, List<Cell> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i).measuredAs(cell)) {
                cells.set(i, cells.get(i).withGoalsOf(cell));
                return;
            }
        }
        cells.add(cell);
    }

    /**
     * The cell with the given parameters that its workload has; where they change something, none
     * of its goals is judged: they were set for another job.
     */
    private Cell adapted(Cell cell, Map<String, String> given, List<String> used) {
        Workload workload = workload(cell);
        Map<String, Object> parameters = new LinkedHashMap<>(cell.parameters());
        if (options.scale().belowFull()) {
            parameters.putAll(cell.whenQuick());
        }
        Map<String, Object> meant = workload.setting(parameters).values();
        boolean asPrinted = true;
        if (options.scale().smoke() && !cell.whenSmoke().isEmpty()) {
            parameters.putAll(cell.whenSmoke());
            asPrinted = false;
        }
        for (var parameter : workload.parameters()) {
            String value = given.get(parameter.name());
            if (value != null) {
                parameters.put(parameter.name(), value);
                used.add(parameter.name());
                asPrinted = false;
            }
        }
        try {
            Map<String, Object> values = workload.setting(parameters).values();
            Cell adapted = cell.meantFor(meant).with(values, asPrinted);
            return values.equals(meant) ? adapted : adapted.withOthersThanMeant();
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--param " + e.getMessage());
        }
    }

    private Workload workload(Cell cell) {
        return Objects.requireNonNull(catalog.workloads().get(cell.workload()), cell.workload());
    }

    private List<String> parameterNames(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell -> workload(cell).parameters().stream())
                .map(parameter -> parameter.name())
                .distinct()
                .toList();
    }

    private void checkSystems(List<Cell> cells) {
        for (String name : options.systems()) {
            FoundSystem system = catalog.systems().get(name);
            if (system == null) {
                throw UsageProblem.unknown("system", name, catalog.systems().keySet());
            }
            if (system.available() && cells.stream().noneMatch(cell -> takesPart(system, cell))) {
                List<String> right =
                        catalog.systems().values().stream()
                                .filter(other ->
                                        cells.stream().anyMatch(cell -> takesPart(other, cell)))
                                .map(FoundSystem::name)
                                .toList();
                throw UsageProblem.unknown("system in what is to be measured", name, right);
            }
        }
    }

    private boolean takesPart(FoundSystem system, Cell cell) {
        return system.implementsAdapter(workload(cell).adapter()) && cell.includes(system.name());
    }

    /** Whom the heart of the studies leaves out; nobody where the user said whom to measure. */
    private String leftOut(@Nullable String study, List<Cell> cells) {
        return CommandLineTool.HEART.equals(study) && options.systems().isEmpty()
                ? new LeftOut(catalog, cells).sentence()
                : "";
    }

    // ---- what came out --------------------------------------------------------------------------

    private int status(LabResult result) {
        boolean missing =
                result.unavailable().stream()
                        .anyMatch(gone -> options.systems().contains(gone.system()));
        return result.failures().isEmpty() && !missing
                ? CommandLineTool.OK
                : CommandLineTool.FAILED;
    }
}
