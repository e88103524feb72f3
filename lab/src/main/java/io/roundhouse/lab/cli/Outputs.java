package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.ResultFile;
import io.roundhouse.lab.model.Skipped;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.report.HtmlReport;
import io.roundhouse.lab.report.MarkdownResults;
import io.roundhouse.lab.report.ReadmeTable;
import io.roundhouse.lab.report.WholeFile;
import io.roundhouse.lab.verdict.TextTables;
import io.roundhouse.lab.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * All that a run leaves behind: tables for the terminal, result file, report, Markdown. Whether
 * there is room for them is looked at before anything is measured; what cannot be written all the
 * same does not keep the rest from being written.
 */
final class Outputs {

    private static final String JSON = "--json";
    private static final String REPORT = "--report";
    private static final String RESULTS = "--results";
    private static final String README = "--readme";
    private static final String PAGE = "index.html";
    private static final String RESULT_FILE = "result.json";

    private final Catalog catalog;
    private final MeasureOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private boolean complete = true;

    Outputs(Catalog catalog, MeasureOptions options, PrintStream out, PrintStream err) {
        this.catalog = catalog;
        this.options = options;
        this.out = out;
        this.err = err;
    }

    // ---- before the run -------------------------------------------------------------------------

    /**
     * Makes the folders and looks whether files can be written, changing none.
     *
     * @throws UsageProblem for the first that cannot be
     */
    void check() {
        checkReadme();
        checkFolder(REPORT, options.report);
        checkFile(REPORT, options.report.resolve(PAGE));
        checkFile(REPORT, options.report.resolve(RESULT_FILE));
        if (options.results != null) {
            checkFolder(RESULTS, options.results);
        }
        if (options.json != null && !jsonToOut()) {
            Path json = path(JSON, options.json);
            Path there = json.toAbsolutePath();
            checkFolder(JSON, Objects.requireNonNullElse(there.getParent(), there));
            checkFile(JSON, json);
        }
    }

    /**
     * The path of that name.
     *
     * @throws UsageProblem if it is none, such as one with letters that the system's encoding does
     *     not have
     */
    static Path path(String option, String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageProblem(
                    "%s %s: no name for a file here: %s".formatted(option, name, e.getReason()));
        }
    }

    private void checkReadme() {
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
        } catch (IOException e) {
            throw new UsageProblem(
                    "--readme %s: cannot be read: %s".formatted(options.readme, why(e)));
        }
        checkFile(README, options.readme);
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

    /**
     * Opens a file as it will be opened; one that is there keeps what is in it. One that is not
     * there yet is not made, and another run may finish it meanwhile: whether its folder takes a
     * new one is tried with another beside it.
     */
    private static void checkFile(String option, Path file) {
        if (Files.isDirectory(file)) {
            throw new UsageProblem("%s %s: is a folder".formatted(option, file));
        }
        try {
            if (Files.isRegularFile(file)) {
                Files.newByteChannel(file, StandardOpenOption.WRITE).close();
            } else if (!Files.exists(file) && !Files.isSymbolicLink(file)) {
                checkName(file);
                Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
                Files.delete(Files.createTempFile(folder, ".roundhouse-", ".new"));
            } // else a pipe, a device or a link to what is not there yet: looking would change
            // something
        } catch (IOException e) {
            throw new UsageProblem("%s %s: cannot be written: %s".formatted(option, file, why(e)));
        }
    }

    /** Fails for a name that no file can have there, such as one that is too long. */
    private static void checkName(Path file) throws IOException {
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            return; // as it should be
        }
    }

    private boolean jsonToOut() {
        return "-".equals(options.json);
    }

    // ---- after the run --------------------------------------------------------------------------

    /**
     * Writes all of it, the figures first; says of each where it is, or why it is not.
     *
     * @param leftOut which systems were not to be measured, in a sentence; may be empty
     * @return whether all was written
     */
    boolean write(LabResult result, boolean stopped, String leftOut) {
        String json = ResultFile.toJson(result);
        save("result file", () -> WholeFile.write(options.report.resolve(RESULT_FILE), json));
        if (jsonToOut()) {
            out.print(json);
        } else if (options.json != null) {
            save("result file", () -> WholeFile.write(Path.of(options.json), json));
        }
        print(result, leftOut);
        if (stopped) {
            err.println("stopped early: what was measured is kept and marked incomplete");
        }
        Map<String, String> summaries = new LinkedHashMap<>();
        catalog.workloads().forEach((name, workload) -> summaries.put(name, workload.summary()));
        save("report", () -> HtmlReport.write(result, options.report, summaries, leftOut));
        Path results = options.results;
        if (results != null) {
            save("results", () -> MarkdownResults.write(result, results));
        }
        if (options.readme != null) {
            writeReadme(options.readme, result, stopped);
        }
        return complete;
    }

    private void writeReadme(Path readme, LabResult result, boolean stopped) {
        if (stopped) {
            err.println(readme + " is left as it was: the run is not complete");
        } else if (result.results().isEmpty()) {
            err.println(readme + " is left as it was: nothing was measured");
        } else {
            save(
                    "table of results",
                    () -> {
                        ReadmeTable.replaceIn(readme, result);
                        return readme;
                    });
        }
    }

    private void print(LabResult result, String leftOut) {
        PrintStream tables = jsonToOut() ? err : out;
        TextTables.of(result).forEach(table -> tables.println(table.toText()));
        TextTables.targets(result).ifPresent(table -> tables.println(table.toText()));
        Verdict verdict = Verdict.of(result);
        verdict.lines().forEach(line -> tables.println(line));
        verdict.cautions().forEach(caution -> tables.println("Read with care: " + caution));
        for (Unavailable missing : result.unavailable()) {
            tables.printf("not available: %s: %s%n", missing.system(), missing.reason());
        }
        for (Skipped one : result.skipped()) {
            if (options.systems().contains(one.system())) { // who named it waits for it
                tables.printf(
                        "left out: %s in %s: %s%n", one.system(), one.workload(), one.reason());
            }
        }
        if (!leftOut.isEmpty()) {
            tables.println(leftOut);
        }
    }

    /** Writes a file and returns it. */
    private interface Writing {
        Path write() throws IOException;
    }

    private void save(String what, Writing writing) {
        try {
            err.println(what + ": " + writing.write());
        } catch (IOException e) {
            complete = false;
            err.println("roundhouse: %s not written: %s".formatted(what, why(e)));
        }
    }

    private static String why(IOException problem) {
        return switch (problem) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileSystemException named when named.getReason() == null ->
                    named.getFile() + ": " + named.getClass().getSimpleName();
            default -> String.valueOf(problem.getMessage());
        };
    }
}
