package io.roundhouse.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jcstress.Main;

/**
 * Runs jcstress, in JVMs of its own: all tests of the package {@code stress} and their twin without
 * a flaw must pass, and each broken twin must fail.
 */
final class StressTest {
    private static final boolean LONG = "long".equals(System.getProperty("stress.mode"));
    private static final String RAILWAY = "(stress|railway)\\.(?!TwinThat|TwinWithA)\\w+Stress";
    private static final List<String> TWINS =
            List.of(
                    "TwinThatPublishesTooEarly",
                    "TwinWithALimitTooFar",
                    "TwinThatLooksOnce",
                    "TwinThatLeavesUnseen",
                    "TwinThatBelievesThePlatform");

    /** Where the code is compiled by C2, and with its stress options where the run is long. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void noForbiddenOutcomeCompiled() throws Exception {
        Run run =
                LONG
                        ? stress("compiled", RAILWAY)
                        : stress("compiled", RAILWAY, "-XX:-TieredCompilation");
        assertThat(run.exit).as(run.output).isZero();
        if (LONG) {
            keep(run);
        }
    }

    /** Interpreted: a field that the source reads twice is read twice. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void noForbiddenOutcomeInterpreted() throws Exception {
        Run run =
                stress(
                        "interpreted",
                        "(stress|railway)\\.(RoomAtClose|Close|LastToLeave|OneSlot|Clearing)Stress",
                        "-Xint");
        assertThat(run.exit).as(run.output).isZero();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void brokenTwinsAreCaught() throws Exception {
        Run run = stress("twins", "stress\\.Twin(That|WithA)\\w+", "-XX:-TieredCompilation");
        assertThat(run.exit).as(run.output).isNotZero();
        for (String twin : TWINS) {
            assertThat(run.output).containsPattern(twin + "Stress .*Observed forbidden state");
        }
    }

    private record Run(int exit, String output) {}

    private static Run stress(String name, String tests, String... jvmArgs)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(Path.of(System.getProperty("stress.work"), name));
        Path output = work.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("-t", tests, "-r", work + File.separator, "-af", "NONE", "-f", "1"));
        command.addAll(List.of("-hs", "256", "-spinStyle", "THREAD_YIELD"));
        command.addAll(
                LONG
                        ? List.of("-iters", "10", "-time", "2000")
                        : List.of("-sc", "false", "-iters", "1", "-time", "300"));
        for (String each : jvmArgs) {
            command.addAll(List.of("-jvmArgs", each));
        }
        Process process =
                new ProcessBuilder(command)
                        .directory(work.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            int exit = process.waitFor();
            return new Run(exit, Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
        }
    }

    /** A long run's own words, from where it lists its results. */
    private static void keep(Run run) throws IOException {
        int from = Math.max(0, run.output.indexOf("RUN RESULTS"));
        String text =
                "jcstress, long mode\nJDK "
                        + Runtime.version()
                        + ", "
                        + System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.arch")
                        + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " processors\n\n"
                        + run.output.substring(from).replaceAll("(?m)^.*HTML report.*\\R", "");
        Path results = Files.createDirectories(Path.of(System.getProperty("stress.results")));
        Files.writeString(
                results.resolve(LocalDate.now(ZoneOffset.UTC) + "-jcstress.txt"),
                text,
                StandardCharsets.UTF_8);
    }
}
