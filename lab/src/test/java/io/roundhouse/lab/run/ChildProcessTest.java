package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.workload.TransferWorkload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A child's beginning and end. */
@Timeout(60)
class ChildProcessTest {

    @Test
    void whatAChildLeavesInItsTemporaryFolderGoesWithIt() throws Exception {
        Children children = new Children(List.of());
        ChildProcess child =
                children.start(SmallRun.found("sound"), new TransferWorkload(), List.of());
        Path left = Files.createDirectory(child.scratch().resolve("half-compiled"));
        Files.writeString(left.resolve("program"), "");
        child.kill(); // in the middle of it

        children.end(child);

        assertThat(child.scratch()).doesNotExist();
    }

    private static ChildProcess start(String system, String... flags) throws Exception {
        return new Children(List.of(flags))
                .start(SmallRun.found(system), new TransferWorkload(), List.of());
    }

    private static Map<String, Object> ask(ChildProcess child, String what, Object... more)
            throws Exception {
        Map<String, Object> request = new LinkedHashMap<>(Map.of("do", what));
        for (int i = 0; i < more.length; i += 2) {
            request.put(more[i].toString(), more[i + 1]);
        }
        return child.ask(request, Duration.ofSeconds(20));
    }

    @Test
    void aProcessThatNobodyCanListenToIsEndedAndLeavesNothing(@TempDir Path folder)
            throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        Process process = new ProcessBuilder("sleep", "600").start();
        AtomicInteger asked = new AtomicInteger();
        ThreadFactory scarce =
                reader -> {
                    if (asked.incrementAndGet() == 2) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return Thread.ofPlatform().unstarted(reader);
                };

        assertThatThrownBy(() -> ChildProcess.of(process, scratch, scarce))
                .isInstanceOf(OutOfMemoryError.class);

        process.onExit().join();
        assertThat(scratch).doesNotExist();
    }

    @Test
    void ofALongTraceTheCauseIsTold() throws Exception {
        Process process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                """
                                for i in 1 2 3 4 5; do echo note $i >&2; done
                                echo 'Exception in thread "main" java.lang.IllegalStateException: outer' >&2
                                for i in $(seq 40); do printf '\tat a.b.C.d(C.java:%s)\n' $i >&2; done
                                echo 'Caused by: java.io.IOException: inner' >&2
                                printf '\tat a.b.C.e(C.java:7)\n\t... 39 more\n' >&2
                                exit 3
                                """)
                        .start();
        try (ChildProcess child =
                ChildProcess.of(
                        process,
                        Files.createTempDirectory("roundhouse-child-"),
                        Thread.ofPlatform().factory())) {
            assertThatThrownBy(() -> ask(child, "describe"))
                    .hasMessage(
                            "its process ended with status 3: note 5 | Exception in thread \"main\" java.lang.IllegalStateException: outer | Caused by: java.io.IOException: inner");
        }
    }

    /** Listens in a process with little memory to one that prints a line without end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoPrintsALineWithoutEndFillsNoMemory(int stream) throws Exception {
        Process listener =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx64m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Listener.class.getName(),
                                "head -c 100000000 /dev/zero | tr '\\0' x >&%d; echo >&%d; echo why >&%d; exit 3"
                                        .formatted(stream, stream, stream))
                        .redirectErrorStream(true)
                        .start();
        String said = new String(listener.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(said).startsWith("its process ended with status 3: xxx").endsWith(" | why");
    }

    /** Asks a shell that does something else, and says why it did not answer. */
    static final class Listener {

        public static void main(String[] args) throws Exception {
            Process process = new ProcessBuilder("sh", "-c", args[0]).start();
            try (ChildProcess child =
                    ChildProcess.of(
                            process,
                            Files.createTempDirectory("roundhouse-child-"),
                            Thread.ofPlatform().factory())) {
                ask(child, "describe");
            } catch (ChildProcess.ChildFailure e) {
                System.out.print(e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-Xmx1k, Too small",
        "-Xms3g -Xmx2g, larger",
        "-XX:+UseSerialGC -XX:+UseParallelGC, Multiple garbage collectors",
        "-Xfoo, Unrecognized option: -Xfoo"
    })
    void aMachineThatDoesNotStartTellsWhy(String flags, String why) throws Exception {
        try (ChildProcess child = start("sound", flags.split(" "))) {
            assertThatThrownBy(() -> ask(child, "describe"))
                    .isInstanceOf(ChildProcess.ChildFailure.class)
                    .hasMessageContaining("ended with status 1")
                    .hasMessageContaining(why);
        }
    }

    @Test
    void whoseProcessDiesIsNotWaitedForThoughAnotherHasItsLines() throws Exception {
        ProcessHandle heir;
        try (ChildProcess child = start("bequeathing")) {
            ask(child, "describe");
            ask(child, "open", "variant", Map.of());
            ask(child, "warm", "millis", 1);
            child.cpu(); // as after every turn
            ProcessHandle process = ProcessHandle.current().children().findFirst().orElseThrow();
            heir = process.children().findFirst().orElseThrow();
            process.destroyForcibly();

            assertThatThrownBy(() -> ask(child, "sample", "millis", 1))
                    .isInstanceOf(ChildProcess.ChildFailure.class)
                    .hasMessageContaining("ended with status");
        }
        heir.onExit().join();
    }
}
