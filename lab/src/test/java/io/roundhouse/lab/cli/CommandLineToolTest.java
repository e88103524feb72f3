package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.ResultFile;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Goal;
import io.roundhouse.lab.study.ModelsStudy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is typed, what is answered, and the exit status. */
@Timeout(300)
class CommandLineToolTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return new CommandLineTool(
                        TestCatalog::scan,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
    }

    /** Measures at the smallest scale and reports into the test's folder. */
    private int smoke(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--scale", "smoke", "--report", folder.resolve("report").toString()));
        return run(all.toArray(String[]::new));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "comparr | no such command: comparr; there are compare, study, run, list",
                "study railways | no such study: railways; there are STUDIES",
                "study compare | no such study: compare; there are STUDIES",
                "run transfers | no such workload: transfers; there are WORKLOADS",
                "run transfer --scale huge | no such scale: huge; there are smoke, quick, full, published",
                "run transfer --sale quick | no such option: --sale; there are --help, --scale, --only, --systems",
                "run transfer --systems limit,limmit | no such system: limmit; there are ",
                "run transfer --systems , | --systems ,: a name is missing; as in --systems ",
                "run transfer --systems= | : a name is missing; as in --systems ",
                "run transfer --systems sound,,limit | --systems sound,,limit: a name is missing",
                "run transfer --systems single-thread | no such system in what is to be measured: single-thread; there are ",
                "run transfer --param producer=2 | no such parameter: producer; there are producers, consumers",
                "run transfer --param producers | --param producers: must be NAME=VALUE",
                "run transfer --param producers=none | --param producers=none: must be a whole number",
                "run transfer --param producers=0 | --param producers=0: must be at least 1",
                "run transfer --param mode=all | --param mode=all: must be one of each, share, mixed",
                "run transfer --param mode=mixed --param producers=2 | producers: must be 1 where mode=mixed",
                "run random-trap --param threads=99999999999 | --param threads=99999999999: must be at most 2147483647",
                "run random-trap --param points=9223372036854775807 | --param points=9223372036854775807: must be at most 1000000000000",
                "run transfer --param trains=4294967296 --param capacity=4294967296 | --param trains=4294967296: must be at most 2147483647",
                "run transfer --param trains=2147483647 --param capacity=2147483647 | trains x capacity: must be at most 2^30 goods",
                "run pi --param jobs=4294967296 --param steps=4294967296 | --param jobs=4294967296: must be at most 2147483647",
                "run ring --param nodes=99999999999 | --param nodes=99999999999: must be at most 2147483647",
                "run ring --param nodes=2000000000 --param tokens=2000000000 --param rounds=5 | nodes x tokens x rounds: must be at most 2^62",
                "run construct --param nodes=99999999999 | --param nodes=99999999999: must be at most 2147483647",
                "run transfer --samples 0 | --samples 0: must be at least 1",
                "run transfer --samples few | --samples few: must be a whole number, as in --samples 5",
                "--forks 1.5 | --forks 1.5: must be a whole number, as in --forks 5",
                "--scale smoke run transfer | run: the command comes first, and its options behind it: roundhouse run",
                "run transfer latency | latency: one word too many for run",
                "run | which workload? there are WORKLOADS",
                "run --scale smoke | which workload? there are WORKLOADS",
                "study | which study? there are STUDIES",
                "run transfer --readme no-such-file | --readme no-such-file: there is no such file",
                "compare --only ringg | no such workload: ringg; there are WORKLOADS",
                "--only | Missing required parameter for option '--only' (WORKLOAD)",
            })
    void badArgumentsAreNamedWithTheRightOnes(String args, String message) {
        assertThat(run(args.split(" "))).isEqualTo(2);
        Catalog catalog = TestCatalog.scan();
        String right =
                message.replace("WORKLOADS", String.join(", ", catalog.workloads().keySet()))
                        .replace(
                                "STUDIES",
                                catalog.studies().keySet().stream()
                                        .filter(study -> !study.equals("compare"))
                                        .collect(Collectors.joining(", ")));
        assertThat(complained()).startsWith("roundhouse: ").contains(right);
        assertThat(complained().lines()).hasSize(1);
        assertThat(said()).isEmpty();
    }

    @Test
    void aReadmeWithoutMarksIsRefusedBeforeAnythingIsMeasured() throws Exception {
        Path readme = Files.writeString(folder.resolve("README.md"), "no marks");

        assertThat(smoke("run", "transfer", "--systems", "sound", "--readme", readme.toString()))
                .isEqualTo(2);

        assertThat(complained()).contains("README.md: the lines <!-- results:begin -->");
        assertThat(readme).hasContent("no marks");
    }

    @Test
    void theTableOfTheReadmeAndAllFiguresAreWrittenWhereAsked() throws Exception {
        Path readme = folder.resolve("README.md");
        Files.writeString(readme, "before\n<!-- results:begin -->\n<!-- results:end -->\nafter\n");
        Path results = folder.resolve("results");

        assertThat(
                        smoke(
                                "run",
                                "transfer",
                                "--systems",
                                "sound,limit",
                                "--readme",
                                readme.toString(),
                                "--results",
                                results.toString()))
                .isZero();

        assertThat(readme)
                .content()
                .startsWith("before\n<!-- results:begin -->\nMeasured on")
                .contains("| – | sound ")
                .endsWith("<!-- results:end -->\nafter\n");
        try (var files = Files.list(results)) {
            assertThat(files)
                    .singleElement()
                    .asString()
                    .matches(".*/\\d{4}-\\d\\d-\\d\\d-run-transfer-narrowed-smoke\\.md");
        }
    }

    @Test
    void theTableOfTheReadmeStaysWhereNothingWasMeasured() throws Exception {
        String text = "<!-- results:begin -->\nthe old one\n<!-- results:end -->\n";
        Path readme = Files.writeString(folder.resolve("README.md"), text);

        assertThat(smoke("run", "transfer", "--systems", "refusing", "--readme", "" + readme))
                .isZero();

        assertThat(readme).hasContent(text);
        assertThat(complained()).contains("README.md is left as it was: nothing was measured");
    }

    @Test
    void whoIsNotAmongThoseOfAnySettingIsNotMeasuredInSilence() {
        assertThat(smoke("study", "queue-targets", "--systems", "concurrent-linked-queue"))
                .isEqualTo(2);

        assertThat(complained())
                .contains(
                        "no such system in what is to be measured: concurrent-linked-queue; there are ")
                .contains("roundhouse-queue-polled");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--report", "--results", "--json"})
    void whatCannotBeWrittenIsSaidBeforeAnythingIsMeasured(String option) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "in the way");

        List<String> args = new ArrayList<>(List.of("run", "transfer", "--systems", "sound"));
        args.addAll(List.of(option, file + "/sub/x"));
        if (!option.equals("--report")) {
            args.addAll(List.of("--report", folder.resolve("report").toString()));
        }

        assertThat(run(args.toArray(String[]::new))).isEqualTo(2);

        assertThat(complained()).contains(option).doesNotContain("[1/1]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"index.html", "result.json"})
    void aFolderInTheWayOfTheReportIsSaidBeforeAnythingIsMeasured(String file) throws Exception {
        Files.createDirectories(folder.resolve("report").resolve(file));

        assertThat(smoke("run", "transfer", "--systems", "sound")).isEqualTo(2);

        assertThat(complained()).contains("--report", "is a folder").doesNotContain("[1/1]");
    }

    @Test
    void aFileThatCannotBeMadeIsSaidBeforeAnythingIsMeasured() {
        String report = folder.resolve("report").toString();
        String json = folder.resolve("x".repeat(300)).toString();

        assertThat(run("run", "transfer", "--systems", "sound", "--report", report, "--json", json))
                .isEqualTo(2);

        assertThat(complained())
                .contains("--json " + json + ": cannot be written: ")
                .doesNotContain("[1/1]");
    }

    @Test
    void lookingWhetherFilesCanBeWrittenChangesNone() throws Exception {
        Path json = Files.writeString(folder.resolve("old.json"), "of before");
        MeasureOptions options = new MeasureOptions();
        options.report = folder.resolve("report");
        options.json = json.toString();
        PrintStream nowhere = new PrintStream(out, true, StandardCharsets.UTF_8);

        new Outputs(TestCatalog.scan(), options, nowhere, nowhere).check();

        assertThat(json).hasContent("of before");
        assertThat(folder.resolve("report")).isEmptyDirectory();
    }

    @Test
    void theFiguresAreKeptThoughTheReportFails() throws Exception {
        Path json = folder.resolve("asked.json");
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no file here whose writing fails");
        Files.createSymbolicLink(
                Files.createDirectories(folder.resolve("report")).resolve("index.html"), full);

        assertThat(smoke("run", "transfer", "--systems", "sound", "--json", json.toString()))
                .isEqualTo(1);

        assertThat(complained())
                .contains("result file: " + json)
                .contains("report not written: ")
                .doesNotContain("\tat ");

        assertThat(ResultFile.read(json).results()).hasSize(1);
        assertThat(ResultFile.read(folder.resolve("report/result.json")).results()).hasSize(1);
    }

    @Test
    void aResultThatStandardOutputDoesNotTakeIsAFailure() {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("no space left");
                    }
                };
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        String report = folder.resolve("report").toString();

        int status =
                new CommandLineTool(TestCatalog::scan, new PrintStream(full, true), toErr)
                        .run(
                                "run",
                                "transfer",
                                "--systems",
                                "sound",
                                "--scale",
                                "smoke",
                                "--json",
                                "-",
                                "--report",
                                report);

        assertThat(status).isEqualTo(1);
        assertThat(complained()).contains("standard output cannot be written to");
    }

    @Test
    void aParameterOfOneSettingLeavesThePublishedFiguresOfOthers() {
        MeasureOptions options = new MeasureOptions();
        options.scale = "full";
        options.params = List.of("trains=3");
        PrintStream nowhere = new PrintStream(out, true, StandardCharsets.UTF_8);
        Published figure = Published.of(5, "somebody, somewhere");
        Cell calls = Cell.of("", "calls", Map.of()).printed("framework-v1", figure);
        Cell transfer = Cell.of("", "transfer", Map.of()).printed("sound", figure);

        List<Cell> cells =
                new Measuring(TestCatalog.scan(), options, nowhere, nowhere)
                        .cells(List.of(transfer, calls));

        assertThat(cells.get(0).published()).isEmpty();
        assertThat(cells.get(1).published()).containsOnlyKeys("framework-v1");
    }

    @Test
    void whoseParametersAreChangedIsNotHeldToGoalsThatMeantOthers() {
        Cell one = Cell.of("", "flood", Map.of("producers", 1)).heldTo(Goal.better(2, "of one"));
        Cell ten = Cell.of("", "flood", Map.of("producers", 10)).heldTo(Goal.better(5, "of ten"));
        Cell tiny = Cell.of("", "pi", Map.of()).heldTo(Goal.better(2, "pi"));

        assertThat(cells("full", List.of(one, ten), "producers=1"))
                .singleElement()
                .satisfies(cell -> assertThat(cell.goals()).isEqualTo(one.goals()));
        assertThat(cells("full", List.of(one, ten), "producers=10"))
                .singleElement()
                .satisfies(cell -> assertThat(cell.goals()).isEqualTo(ten.goals()));
        assertThat(cells("full", List.of(one, ten), "producers=2"))
                .singleElement()
                .satisfies(cell -> assertThat(cell.goals()).isEmpty());
        assertThat(cells("smoke", List.of(tiny.whenSmoke(Map.of("jobs", 5)))).getFirst().goals())
                .isEmpty();
        assertThat(cells("smoke", List.of(tiny)).getFirst().goals()).isEqualTo(tiny.goals());
        assertThat(cells("quick", List.of(tiny.whenQuick(Map.of("jobs", 5)))).getFirst().goals())
                .isEqualTo(tiny.goals());
    }

    @Test
    void aTableIsCalledByTheParametersThatItsSettingsHave() {
        assertThat(titles("full"))
                .containsExactly(
                        "1,000,000 jobs of 100 steps, by workers",
                        "100,000 jobs of 1,000 steps, by workers",
                        "Mailboxes by bound, the last one without: 1,000,000 jobs of 100 steps, 2 workers");
        assertThat(titles("full", "steps=100", "workers=1"))
                .containsExactly(
                        "1,000,000 jobs of 100 steps, by workers",
                        "100,000 jobs of 100 steps, by workers",
                        "Mailboxes by bound, the last one without: 1,000,000 jobs of 100 steps, 1 worker");
        assertThat(titles("quick", "steps=7")).contains("20,000 jobs of 7 steps, by workers");
    }

    @Test
    void settingsThatParametersMakeTheSameAreMeasuredOnce() {
        List<Cell> cells = cells("full", "workers=1", "steps=5", "jobs=10", "bound=64");

        assertThat(cells)
                .extracting(Cell::table)
                .containsExactly(
                        "10 jobs of 5 steps, by workers",
                        "Mailboxes by bound, the last one without: 10 jobs of 5 steps, 1 worker");
    }

    private static List<String> titles(String scale, String... params) {
        return cells(scale, params).stream().map(Cell::table).distinct().toList();
    }

    private static List<Cell> cells(String scale, String... params) {
        return cells(scale, new ModelsStudy().cells(), params);
    }

    private static List<Cell> cells(String scale, List<Cell> wanted, String... params) {
        MeasureOptions options = new MeasureOptions();
        options.scale = scale;
        options.params = List.of(params);
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new Measuring(TestCatalog.scan(), options, nowhere, nowhere).cells(wanted);
    }

    @Test
    void whatWasAskedForIsToldInWordsThatCanBeTypedAgain() {
        MeasureOptions options = new MeasureOptions();
        options.scale = "quick";
        options.jvmArgs = "";
        assertThat(options.words("compare")).isEqualTo("compare --scale quick");

        options.only = "ring";
        options.named = List.of("pekko-typed,by-hand", "roundhouse");
        options.params = List.of("nodes=100", "tokens=4");
        options.samples = 5;
        options.forks = 3;
        options.jvmArgs = " -Xmx1g  -XX:+UseZGC";
        assertThat(options.words("study rings"))
                .isEqualTo(
                        "study rings --only ring --systems by-hand,pekko-typed,roundhouse"
                                + " --param nodes=100 --param tokens=4 --samples 5 --forks 3"
                                + " --jvm-args \"-Xmx1g -XX:+UseZGC\" --scale quick");
    }

    @Test
    void helpIsNoMistake() {
        assertThat(run("--help")).isZero();
        assertThat(said())
                .contains("compare", "study", "run", "list")
                .contains("--scale", "--param", "--json", "--version");
        assertThat(run("help", "study")).isZero();
        assertThat(said()).contains("name of the study; see list");
        assertThat(run("--version")).isZero();
        assertThat(said()).contains("commit ", "JDK ");
        assertThat(run("run", "--help")).isZero();
        assertThat(said()).contains("--jvm-args", "--no-progress");
    }

    @Test
    void listNamesEverythingWithDefaultsAndWhatToInstall() {
        assertThat(run("list")).isZero();
        assertThat(said())
                .contains("railway", "how fast can threads hand goods to each other?")
                .contains("producers=1", "mode=each", "(each, share, mixed)")
                .contains("array-blocking-queue", "fifo, exactly once")
                .containsPattern("limit +[0-9]+( / [0-9]+)*; a bound, no contender; ")
                .containsPattern("single-thread +JDK [0-9]+; a bound, no contender; ")
                .containsPattern("roundhouse-railway +.*numbers of 8 bytes")
                .containsPattern("railway-references .*references to preallocated Longs")
                .containsPattern(
                        "uninstalled +not available: no-such-command-anywhere not found; install the no-such");
    }

    @Test
    void allThatCouldBeMeasuredWas() throws Exception {
        Path json = folder.resolve("result.json");

        assertThat(smoke("run", "transfer", "--systems", "sound,limit", "--json", json.toString()))
                .isZero();

        LabResult result = ResultFile.read(json);
        assertThat(result.command()).isEqualTo("run transfer --systems limit,sound --scale smoke");
        assertThat(result.results())
                .extracting(Result::system)
                .containsExactlyInAnyOrder("sound", "limit");
        assertThat(result.results()).extracting(Result::study).containsOnlyNulls();
        assertThat(said()).contains("sound", "limit", "Transfer");
        assertThat(complained()).contains("[1/1] transfer", "sample 1 of 2");
        assertThat(folder.resolve("report/index.html")).content().contains("<html");
        assertThat(ResultFile.read(folder.resolve("report/result.json"))).isEqualTo(result);
    }

    @Test
    void aDashSendsTheResultFileAndNothingElseToStandardOutput() {
        assertThat(smoke("run", "transfer", "--systems", "sound", "--json", "-", "--no-progress"))
                .isZero();

        assertThat(ResultFile.fromJson(said()).results()).hasSize(1);
        assertThat(complained()).contains("sound").doesNotContain("[1/1]");
    }

    @Test
    void aFailureIsSaidAndTheRestReported() {
        assertThat(smoke("run", "transfer", "--systems", "lying,sound", "--no-progress"))
                .isEqualTo(1);

        assertThat(said())
                .contains("sound")
                .contains("lying failed in transfer")
                .contains("wrong result");
    }

    @Test
    void aNamedSystemThatIsNotAvailableIsSaidAndTheRestReported() {
        assertThat(smoke("run", "transfer", "--systems", "uninstalled,sound", "--no-progress"))
                .isEqualTo(1);

        assertThat(said())
                .contains("sound")
                .contains(
                        "not available: uninstalled: no-such-command-anywhere not found; install the no-such package");
    }

    @Test
    void whoIsNamedAndCannotDoTheSettingIsSaidWithTheReason() {
        assertThat(smoke("run", "transfer", "--systems", "refusing,sound", "--no-progress"))
                .isZero();

        assertThat(said()).contains("left out: refusing in transfer: ");
    }

    @Test
    void parametersReachTheWorkload() {
        assertThat(
                        smoke(
                                "run",
                                "transfer",
                                "--systems",
                                "array-blocking-queue",
                                "--param",
                                "producers=2",
                                "--param",
                                "consumers=2",
                                "--param",
                                "mode=share",
                                "--samples",
                                "3",
                                "--json",
                                "-",
                                "--no-progress"))
                .isZero();

        Result result = ResultFile.fromJson(said()).results().getFirst();
        assertThat(result.parameters())
                .containsEntry("producers", 2)
                .containsEntry("mode", "share");
        assertThat(result.samples()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "transfer, ''",
        "transfer, --param producers=3 --param capacity=6 --param trains=8 --param batch=4",
        "transfer, --param consumers=3 --param capacity=16",
        "transfer, --param consumers=3 --param producers=2 --param mode=share",
        "transfer, --param consumers=2 --param mode=mixed --param capacity=16",
        "transfer, --param scenario=oversubscribed",
        "latency, --param rate=5000",
        "latency, --param rate=5000 --param producers=2",
        "idle, --param waiters=2",
        "calls, ''",
        "calls, --param argument=fresh",
        "calls, --param pairs=100",
        "calls, --param gc=parallel",
        "ask, ''",
        "pi, --param jobs=2000 --param workers=3",
        "flood, --param producers=3"
    })
    void everySystemOfTheLabDoesEveryWorkload(String workload, String params) {
        List<String> args =
                new ArrayList<>(List.of("run", workload, "--no-progress", "--json", "-"));
        if (!params.isEmpty()) {
            args.addAll(List.of(params.split(" ")));
        }
        List<String> sound =
                TestCatalog.scan().systems().values().stream()
                        .filter(system -> system.classPath().stream().allMatch(Files::exists))
                        .filter(system ->
                                system.byAdapter().values().stream()
                                        .noneMatch(one -> one.className().contains(".badsystems.")))
                        .filter(system ->
                                system.byAdapter().keySet().stream()
                                        .anyMatch(adapter ->
                                                adapter.toLowerCase(Locale.ROOT)
                                                        .endsWith("." + workload + "system")))
                        .map(system -> system.name())
                        .toList();
        assertThat(sound).hasSizeGreaterThanOrEqualTo(2);
        args.addAll(List.of("--systems", String.join(",", sound)));
        assertThat(smoke(args.toArray(String[]::new))).as(complained()).isZero();

        LabResult result = ResultFile.fromJson(said());
        List<String> accounted = new ArrayList<>();
        result.results().forEach(one -> accounted.add(one.system()));
        result.skipped().forEach(one -> accounted.add(one.system()));
        assertThat(accounted).containsAll(sound);
        assertThat(result.results()).isNotEmpty().allMatch(one -> one.samples().size() == 2);
    }

    @Test
    void idleByDefaultIsOneThreadThatWaits() {
        assertThat(
                        smoke(
                                "run",
                                "idle",
                                "--systems",
                                "limit,roundhouse-queue",
                                "--json",
                                "-",
                                "--no-progress"))
                .as(complained())
                .isZero();

        LabResult result = ResultFile.fromJson(said());
        assertThat(result.results())
                .isNotEmpty()
                .allMatch(one -> one.parameters().get("waiters").equals(1));
    }

    @Test
    void onlyOneWorkloadOfTheHeartIsMeasured() {
        assertThat(smoke("--only", "calls", "--json", "-", "--no-progress")).isZero();

        LabResult result = ResultFile.fromJson(said());
        assertThat(result.command()).isEqualTo("compare --only calls --scale smoke");
        assertThat(result.results()).isNotEmpty().allMatch(one -> one.workload().equals("calls"));
    }
}
