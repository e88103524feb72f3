package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.ResultFile;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.report.HtmlReport;
import io.roundhouse.lab.report.MarkdownResults;
import io.roundhouse.lab.report.ReadmeTable;
import io.roundhouse.lab.run.Children;
import io.roundhouse.lab.run.EnvironmentProbe;
import io.roundhouse.lab.run.LabRun;
import io.roundhouse.lab.run.Progress;
import io.roundhouse.lab.run.Scale;
import io.roundhouse.lab.run.TerminalProgress;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.verdict.Tables;
import io.roundhouse.lab.verdict.Verdict;
import io.roundhouse.lab.workload.Workload;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks what was asked against the catalog, measures, and writes everything down: also when the
 * user stops it early.
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
            throws IOException, InterruptedException {
        Scale scale = options.scale();
        List<Cell> cells = cells(wanted);
        checkSystems(cells);
        checkReadme();
        checkFolders();
        LabRun run =
                new LabRun(
                        command + " --scale " + scale.name(),
                        study,
                        cells,
                        options.systems,
                        scale,
                        budgetMillis);
        Children children = new Children(options.flags());
        CountDownLatch written = new CountDownLatch(1);
        Thread onInterrupt = new Thread(() -> stop(children, written), "on-interrupt");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            LabResult result =
                    run.run(
                            catalog,
                            children,
                            EnvironmentProbe.probe(children.flags()),
                            progress());
            write(result, children.stopped());
            return status(result);
        } finally {
            children.stop();
            written.countDown();
        }
    }

    /** Ctrl-C: the children end, and this process as soon as what was measured is written. */
    private static void stop(Children children, CountDownLatch written) {
        children.stop();
        try {
            boolean inTime = written.await(SECONDS_TO_WRITE, TimeUnit.SECONDS);
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
        Console console = System.console();
        return new TerminalProgress(err, console != null && console.isTerminal());
    }

    // ---- what was asked -------------------------------------------------------------------------

    /** Those of the wanted settings that were asked for, with the parameters that were given. */
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
                cells.add(adapted(cell, given, used));
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

    /** The cell with the given parameters that its workload has. */
    private Cell adapted(Cell cell, Map<String, String> given, List<String> used) {
        Workload workload = workload(cell);
        Map<String, Object> parameters = new LinkedHashMap<>(cell.parameters());
        if (options.scale().belowFull()) {
            parameters.putAll(cell.whenQuick());
        }
        boolean asPrinted = true;
        for (var parameter : workload.parameters()) {
            String value = given.get(parameter.name());
            if (value != null) {
                parameters.put(parameter.name(), value);
                used.add(parameter.name());
                asPrinted = false;
            }
        }
        try {
            return cell.with(workload.setting(parameters).values(), asPrinted);
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
        for (String name : options.systems) {
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

    /** Better now than after the measuring. */
    private void checkReadme() throws IOException {
        if (options.readme == null) {
            return;
        }
        if (!Files.isRegularFile(options.readme)) {
            throw new UsageProblem("--readme %s: there is no such file".formatted(options.readme));
        }
        try {
            ReadmeTable.check(options.readme);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--readme " + e.getMessage());
        }
    }

    private void checkFolders() {
        checkFolder("--report", options.report);
        if (options.results != null) {
            checkFolder("--results", options.results);
        }
        if (options.json != null && !jsonToOut()) {
            Path json = Path.of(options.json).toAbsolutePath();
            checkFolder("--json", Objects.requireNonNullElse(json.getParent(), json));
            if (Files.isDirectory(json)) {
                throw new UsageProblem("--json %s: is a folder".formatted(options.json));
            }
        }
    }

    /** Makes a folder where it is missing. */
    private static void checkFolder(String option, Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UsageProblem("%s %s: no folder can be made there".formatted(option, folder));
        }
        if (!Files.isWritable(folder)) {
            throw new UsageProblem("%s %s: may not be written to".formatted(option, folder));
        }
    }

    private boolean jsonToOut() {
        return "-".equals(options.json);
    }

    private boolean takesPart(FoundSystem system, Cell cell) {
        return system.implementsAdapter(workload(cell).adapter());
    }

    // ---- what came out --------------------------------------------------------------------------

    private void write(LabResult result, boolean stopped) throws IOException {
        writeJson(ResultFile.toJson(result)); // first: whatever fails later, the figures are kept
        PrintStream tables = jsonToOut() ? err : out;
        Tables.of(result).forEach(table -> tables.println(table.toText()));
        Tables.targets(result).ifPresent(table -> tables.println(table.toText()));
        Verdict verdict = Verdict.of(result);
        verdict.lines().forEach(line -> tables.println(line));
        verdict.cautions().forEach(caution -> tables.println("Read with care: " + caution));
        for (Unavailable missing : result.unavailable()) {
            tables.printf("not available: %s: %s%n", missing.system(), missing.reason());
        }
        if (stopped) {
            err.println("stopped early: what was measured is kept and marked incomplete");
        }
        Map<String, String> summaries = new LinkedHashMap<>();
        catalog.workloads().forEach((name, workload) -> summaries.put(name, workload.summary()));
        Path page = HtmlReport.write(result, options.report, summaries);
        err.println("report: " + page);
        if (options.results != null) {
            err.println("results: " + MarkdownResults.write(result, options.results));
        }
        if (options.readme != null && stopped) {
            err.println(options.readme + " is left as it was: the run is not complete");
        } else if (options.readme != null) {
            ReadmeTable.replaceIn(options.readme, result);
            err.println("table of results: " + options.readme);
        }
    }

    /** Into the report, and where it was asked for though the report cannot be written. */
    private void writeJson(String json) throws IOException {
        IOException problem = null;
        try {
            Files.writeString(options.report.resolve("result.json"), json);
        } catch (IOException e) {
            problem = e;
        }
        if (jsonToOut()) {
            out.print(json);
            if (out.checkError()) { // flushes
                throw new IOException("--json -: standard output cannot be written to");
            }
        } else if (options.json != null) {
            Files.writeString(Path.of(options.json), json);
        }
        if (problem != null) {
            throw problem;
        }
    }

    private int status(LabResult result) {
        boolean missing =
                result.unavailable().stream()
                        .anyMatch(gone -> options.systems.contains(gone.system()));
        return result.failures().isEmpty() && !missing
                ? CommandLineTool.OK
                : CommandLineTool.FAILED;
    }
}
