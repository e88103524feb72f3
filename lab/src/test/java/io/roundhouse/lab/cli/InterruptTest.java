package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.Main;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.ResultFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    @TempDir Path folder;

    @Test
    void whatWasMeasuredIsWrittenAndNoChildIsLeft() throws Exception {
        Path json = folder.resolve("result.json");
        Process lab =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "run",
                                "transfer",
                                "--scale",
                                "smoke",
                                "--samples",
                                "1000000",
                                "--systems",
                                "limit,array-blocking-queue",
                                "--json",
                                json.toString(),
                                "--report",
                                folder.resolve("report").toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (BufferedReader progress =
                new BufferedReader(
                        new InputStreamReader(lab.getErrorStream(), StandardCharsets.UTF_8))) {
            awaitLine(progress, "sample 3 of");
            List<ProcessHandle> children = lab.descendants().toList();
            assertThat(children).hasSize(2);

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
        assertThat(result.results()).hasSize(2).allMatch(Result::incomplete);
        assertThat(result.results()).allMatch(one -> one.samples().size() >= 2);
        assertThat(result.failures()).isEmpty();
        assertThat(folder.resolve("report/index.html")).exists();
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
