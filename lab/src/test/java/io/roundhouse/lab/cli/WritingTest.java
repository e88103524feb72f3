package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.Main;
import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.report.ReadmeTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run leaves where it cannot write all of it, and where something was before. */
@Timeout(120)
class WritingTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(PrintStream out, String... args) {
        return new CommandLineTool(
                        TestCatalog::scan, out, new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no limit for files there")
    void whatCannotBeWrittenInFullIsLeftAsItWas() throws Exception {
        Path report = Files.createDirectory(folder.resolve("report"));
        Path page = Files.writeString(report.resolve("index.html"), "the old one");
        String text = "x".repeat(500_000) + ReadmeTable.BEGIN + ReadmeTable.END;
        Path readme = Files.writeString(folder.resolve("README.md"), text);

        Process lab =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "ulimit -f 400 && exec \"$@\"", // blocks: half of the page or less
                                "sh",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "run",
                                "transfer",
                                "--systems",
                                "limit",
                                "--scale",
                                "smoke",
                                "--no-progress",
                                "--readme",
                                readme.toString(),
                                "--report",
                                report.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        String said = new String(lab.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(lab.waitFor()).as(said).isEqualTo(1);
        assertThat(said).contains("report not written", "table of results not written");
        assertThat(readme).hasContent(text);
        assertThat(page).hasContent("the old one");
        try (var files = Files.list(report)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("index.html", "result.json");
        }
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions are others there")
    void whatIsReplacedKeepsItsPermissionsAndTheLinkToIt() throws Exception {
        Path json = Files.writeString(folder.resolve("real.json"), "old");
        Files.setPosixFilePermissions(json, PosixFilePermissions.fromString("rw-rw----"));
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), json.getFileName());

        assertThat(measure("--json", link.toString())).as(complained()).isZero();

        assertThat(link).isSymbolicLink();
        assertThat(json).content().startsWith("{");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(json)))
                .isEqualTo("rw-rw----");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "no named pipes there")
    void aPipeIsWrittenToAndStaysAndSoDoesALinkToIt() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Path link = Files.createSymbolicLink(folder.resolve("link"), pipe.getFileName());
        Path read = folder.resolve("read");
        Process reader =
                new ProcessBuilder("cat", pipe.toString()).redirectOutput(read.toFile()).start();
        try {
            assertThat(measure("--json", link.toString())).as(complained()).isZero();

            assertThat(Files.isRegularFile(pipe)).isFalse();
            assertThat(link).isSymbolicLink();
            assertThat(Files.isRegularFile(link)).isFalse();
            assertThat(reader.waitFor()).isZero();
            assertThat(read).content().startsWith("{");
        } finally {
            reader.destroy();
        }
    }

    private int measure(String... more) {
        List<String> args =
                new ArrayList<>(
                        List.of("run", "transfer", "--systems", "limit", "--scale", "smoke"));
        args.addAll(List.of("--report", folder.resolve("report").toString()));
        args.addAll(List.of(more));
        return run(new PrintStream(OutputStream.nullOutputStream()), args.toArray(String[]::new));
    }

    @Test
    void lookingWhetherAFileCanBeMadeDoesNotMakeIt() throws Exception {
        MeasureOptions options = new MeasureOptions();
        options.report = Files.createDirectory(folder.resolve("report"));
        options.json = folder.resolve("new.json").toString();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        List<String> made = new ArrayList<>();

        try (WatchService watch = folder.getFileSystem().newWatchService()) {
            folder.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            new Outputs(TestCatalog.scan(), options, nowhere, nowhere).check();
            Files.createFile(folder.resolve("last"));
            while (!made.contains("last")) {
                WatchKey key = watch.take();
                key.pollEvents().forEach(event -> made.add(String.valueOf(event.context())));
                key.reset();
            }
        }

        assertThat(made).doesNotContain("new.json");
        assertThat(folder.resolve("new.json")).doesNotExist();
    }

    @Test
    void aNameThatNoFileCanHaveIsSaidInWords() {
        for (String option : List.of("--json", "--report", "--results", "--readme")) {
            err.reset();

            assertThat(run(System.out, "run", "transfer", option, "a\0b")).isEqualTo(2);

            assertThat(complained())
                    .startsWith("roundhouse: " + option + " a\0b: no name for a file here: ")
                    .doesNotContain("java");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "help", "--help", "--version", "run --help"})
    void whatStandardOutputDoesNotTakeIsAFailure(String words) {
        PrintStream out = failing("No space left on device");

        assertThat(run(out, words.split(" "))).isEqualTo(1);

        assertThat(complained()).isEqualTo("roundhouse: standard output cannot be written to\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "help", "--help", "--version", "run --help"})
    void whoHasReadEnoughOfAListMayGo(String words) {
        PrintStream out = failing("Broken pipe");

        assertThat(run(out, words.split(" "))).isZero();

        assertThat(out.checkError()).isTrue();
        assertThat(complained()).isEmpty();
    }

    @Test
    void figuresThatNobodyReadsAreAFailure() {
        String report = folder.resolve("report").toString();
        String[] args = {
            "run", "transfer", "--systems", "limit", "--scale", "smoke", "--report", report
        };

        assertThat(run(failing("Broken pipe"), args)).isEqualTo(1);

        assertThat(complained()).contains("roundhouse: standard output cannot be written to\n");
    }

    private static PrintStream failing(String why) {
        OutputStream closed =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException(why);
                    }
                };
        return new StandardOutput(closed, StandardCharsets.UTF_8);
    }
}
