package io.roundhouse.lab.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.system.LabSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs in other languages, where these are installed: what they report is checked. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProgramsTest {

    @TempDir Path folder;

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "erlang, ring nodes=2",
        "erlang, ring nodes=7 rounds=30 tokens=5",
        "erlang, ring nodes=10 tokens=40 work=20",
        "erlang, construct nodes=300",
        "erlang, spawn-chain nodes=1",
        "erlang, spawn-chain nodes=2000",
        "erlang, spawn-chain nodes=2000 protocol=acks",
        "erlang, spawn-chain nodes=500 stop=message",
        "erlang, spawn-chain nodes=500 protocol=acks stop=message",
        "erlang, ping-pong messages=1",
        "erlang, ping-pong messages=1000",
        "go, ring nodes=2",
        "go, ring nodes=7 rounds=30 tokens=5",
        "go, ring nodes=10 tokens=19 work=20",
        "go, construct nodes=300",
        "go, spawn-chain nodes=1",
        "go, spawn-chain nodes=2000",
        "go, spawn-chain nodes=2000 protocol=acks",
        "go, ping-pong messages=1",
        "go, ping-pong messages=1000",
        "go, channel producers=3",
        "go, channel producers=3 consumers=2 capacity=0",
        "go, channel consumers=7",
        "go, channel capacity=0",
        "go, select clauses=2",
        "go, select clauses=8 capacity=3",
    })
    void whatComesOutIsRight(String name, String words) throws Exception {
        FoundSystem found = SmallRun.found(name);
        assumeTrue(found.available(), found.unavailable());
        SmallRun run = SmallRun.of(words);
        LabSystem system = run.system(name);
        assertThat(run.workload().refuses(system, run.setting())).isEmpty();
        run.passes(
                system,
                bench -> assertThat(bench.config()).contains("version=").contains("workers="));
    }

    @ParameterizedTest
    @CsvSource({
        "go, ring nodes=2 tokens=300, no room",
        "go, spawn-chain stop=message, by returning",
        "go, channel threads=platform, no platform threads",
        "go, channel batch=2, one by one",
    })
    void whoCannotDoASettingSaysWhy(String name, String run, String reason) throws Exception {
        SmallRun.of(run).isRefusedBy(name, reason);
    }

    @Test
    void everyProgramIsAvailableOrSaysWhatToInstall() {
        for (String name : new String[] {"erlang", "go"}) {
            FoundSystem system = SmallRun.found(name);
            if (system.available()) {
                assertThat(system.versions()).matches("[0-9]+(\\.[0-9]+)*");
            } else {
                assertThat(system.unavailable()).contains("not found; install ");
            }
        }
    }

    @Test
    void aCompilerThatFailsSaysWhy() {
        assertThatThrownBy(() -> Program.compile(folder, "sh", "-c", "echo no such thing; exit 1"))
                .isInstanceOf(IOException.class)
                .hasMessage("sh failed: no such thing");
    }

    @Test
    void aProgramThatEndsIsNoAnswer() throws Exception {
        String greets = "printf '\\036{\"version\":\"1\",\"workers\":1}\\n'";
        try (Program program =
                Program.start(
                        nowhere -> new ProcessBuilder("sh", "-c", greets + "; read x; exit 3"))) {
            assertThat(program.config()).isEqualTo("version=1 workers=1");
            assertThatThrownBy(() -> program.order("run"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("ended with status 3");
        }
    }

    @Test
    void nothingIsLeftOfTheFolderInWhichItWasMade() throws Exception {
        Path[] used = new Path[1];
        assertThatThrownBy(() ->
                        Program.start(own -> {
                            used[0] = own;
                            Program.copy("actors.go", own);
                            return new ProcessBuilder("true");
                        }))
                .isInstanceOf(IOException.class);
        assertThat(Files.exists(used[0])).isFalse();
    }
}
