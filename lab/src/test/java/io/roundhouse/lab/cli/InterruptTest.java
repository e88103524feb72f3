package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.roundhouse.lab.Main;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.ResultFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, in a process of its own. */
@DisabledOnOs(
        value = OS.WINDOWS,
        disabledReason = "a process cannot be interrupted from outside there")
@Timeout(120)
class InterruptTest {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long INTERRUPT = 1L << 1;

    @TempDir Path folder;

    /** As in a command that a shell has put into the background. */
    @BeforeAll
    static void signalsArrive() throws IOException {
        assumeFalse(
                isInterruptIgnored(),
                "this process was started with SIGINT ignored, and hands that on to its children");
    }

    private static boolean isInterruptIgnored() throws IOException {
        return Files.exists(STATUS)
                && Files.readAllLines(STATUS).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                        .anyMatch(ignored -> (ignored & INTERRUPT) != 0);
    }

    @Test
    void whatWasMeasuredIsWrittenAndNoChildIsLeft() throws Exception {
        LabResult result = interrupted(5, "run", "transfer");

        assertThat(result.results()).hasSize(2).allMatch(Result::incomplete);
        assertThat(result.results()).allMatch(one -> one.samples().size() >= 2);
        assertThat(result.incomplete()).isTrue();
        assertThat(result.missing()).isEmpty();
    }

    @Test
    void settingsThatWereNotReachedAreNamed() throws Exception {
        LabResult result = interrupted(5, "compare", "--only", "transfer");

        assertThat(result.incomplete()).isTrue();
        assertThat(result.missing()).extracting(Missing::system).contains("limit");
        assertThat(result.missing()).noneMatch(one -> one.parameters().isEmpty());
    }

    /** The result of a run with that many children that is interrupted in its first setting. */
    private LabResult interrupted(int most, String... command) throws Exception {
        Path json = folder.resolve("result.json");
        List<String> line =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        line.addAll(List.of(command));
        line.addAll(List.of("--scale", "smoke", "--samples", "1000000"));
        line.addAll(List.of("--systems", "limit,array-blocking-queue"));
        line.addAll(List.of("--json", json.toString()));
        line.addAll(List.of("--report", folder.resolve("report").toString()));
        Process lab =
                new ProcessBuilder(line).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try (BufferedReader progress =
                new BufferedReader(
                        new InputStreamReader(lab.getErrorStream(), StandardCharsets.UTF_8))) {
            awaitLine(progress, "sample 3 of");
            List<ProcessHandle> children = lab.descendants().toList();
            assertThat(children).hasSizeBetween(1, most);

            interrupt(lab);
            awaitLine(progress, "stopped early");
            assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();

            assertThat(lab.exitValue()).isEqualTo(130);
            assertThat(children).noneMatch(ProcessHandle::isAlive);
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
        LabResult result = ResultFile.read(json);
        assertThat(result.failures()).isEmpty();
        assertThat(folder.resolve("report/index.html")).exists();
        return result;
    }

    private static void awaitLine(BufferedReader lines, String part) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(part)) {
                return;
            }
        }
        throw new AssertionError("no line with: " + part);
    }

    /** As a terminal does it, children first: they must not mistake it for their end. */
    private static void interrupt(Process lab) throws IOException, InterruptedException {
        for (ProcessHandle child : lab.descendants().toList()) {
            signal(child.pid());
        }
        signal(lab.pid());
    }

    private static void signal(long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(pid)).inheritIO().start().waitFor();
    }
}
