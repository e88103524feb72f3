package io.roundhouse;

import static io.roundhouse.proof.HowLong.IS_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jcstress.Main;

/**
 * Runs jcstress, in JVMs of its own: all tests of the package {@code stress} and of the library's
 * packages, and their twin without a flaw must pass, and each broken twin must fail.
 */
final class StressTest {

    /** How long each test runs in each JVM of a long run. */
    private static final String MILLIS = System.getProperty("stress.millis");

    /** Likewise of a quick one, beside which other tests run: they take half of the processors. */
    private static final int QUICK_MILLIS = 400;

    /** What is broken may wait for ever: for a call that never comes, for instance. */
    private static final int LONGEST_MINUTES = IS_LONG ? 170 : 20;

    private static final int HANGS = -1;

    /** Each twice as long as the one before. */
    private static final int MOST_HUNTS = 6;

    private static final String REAL =
            "(stress|railway|queue|pipeline|channel|internal)\\.(?!TwinThat|TwinWithA)\\w+Stress";
    private static final List<String> TWINS =
            List.of(
                    "TwinThatPublishesTooEarly",
                    "TwinWithALimitTooFar",
                    "TwinThatLooksOnce",
                    "TwinThatLeavesUnseen",
                    "TwinThatBelievesThePlatform",
                    "TwinThatLooksAtTheSlotAlone",
                    "TwinThatLooksNoFurther",
                    "TwinThatGivesUpByALook",
                    "TwinThatTellsOfWhatIsTaken");

    /** Where the code is compiled by C2, and with its stress options where the run is long. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void noForbiddenOutcomeCompiled() throws Exception {
        Run run =
                IS_LONG
                        ? stress("compiled", REAL, QUICK_MILLIS)
                        : stress("compiled", REAL, QUICK_MILLIS, "-XX:-TieredCompilation");
        if (IS_LONG) {
            keep(run);
        } else {
            assertThat(run.output).contains("(Results: " + realTests() + " planned; ");
        }
        assertThat(run.exit).as(run.output).isZero();
    }

    /** Those with more actors than processors are left out by jcstress, which says nothing. */
    private static long realTests() throws IOException {
        try (InputStream in = StressTest.class.getResourceAsStream("/META-INF/TestList")) {
            String list = new String(Objects.requireNonNull(in).readAllBytes(), UTF_8);
            return Pattern.compile("io\\.roundhouse\\.[\\w.]*" + REAL + "(?=\\d+S)")
                    .matcher(list)
                    .results()
                    .map(MatchResult::group)
                    .distinct()
                    .count();
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
                        QUICK_MILLIS,
                        "-Xint");
        assertThat(run.exit).as(run.output).isZero();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void brokenTwinsAreCaught() throws Exception {
        Set<String> left = new TreeSet<>(TWINS);
        Run run = new Run(0, "");
        for (int i = 0; i < MOST_HUNTS && !left.isEmpty(); i++) { // a busy machine hides a race
            String tests = "(stress|queue|channel)\\.(" + String.join("|", left) + ")Stress";
            run = stress("twins-" + i, tests, QUICK_MILLIS << i, "-XX:-TieredCompilation");
            String output = run.output;
            left.removeIf(twin ->
                    Pattern.compile(twin + "Stress .*Observed forbidden state")
                            .matcher(output)
                            .find());
        }
        assertThat(left).as(run.output).isEmpty();
    }

    private record Run(int exit, String output) {}

    private static Run stress(String name, String tests, int quickMillis, String... jvmArgs)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(Path.of(System.getProperty("stress.work"), name));
        Path output = work.resolve("output.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("-t", tests, "-r", work + File.separator, "-af", "NONE", "-f", "1"));
        command.addAll(List.of("-spinStyle", "THREAD_YIELD", "-sc", "false", "-iters", "1"));
        command.addAll(
                IS_LONG
                        ? List.of("-v", "-fsm", "1", "-time", MILLIS, "-hs", "256")
                        : List.of("-time", Integer.toString(quickMillis)));
        if (!IS_LONG) { // less to build up where a JVM runs one test for a moment
            command.addAll(List.of("-hs", "64", "-pth", "false"));
            command.addAll(List.of("-strideSize", "64", "-strideCount", "10"));
            command.addAll(List.of("-jvmArgs", "-XX:+UseSerialGC")); // and fewer fences than G1's
        }
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
            boolean ends = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
            int exit = ends ? process.exitValue() : HANGS;
            return new Run(exit, Files.readString(output, UTF_8));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void keep(Run run) throws IOException {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        String how = MILLIS + " ms of every test in every JVM configuration that jcstress knows";
        Path results = Files.createDirectories(Path.of(System.getProperty("stress.results")));
        Files.writeString(
                results.resolve(today + "-jcstress.md"),
                StressReport.of(run.output, today, how),
                UTF_8);
    }
}
