package io.roundhouse.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a house of its own, whose path has a space in it, with JDKs and a Maven that only
 * note that they were run.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is for Linux and macOS")
@Timeout(60)
class LauncherTest {

    private static final int CANNOT_START = 3;
    private static final List<String> TOOLS =
            List.of(
                    "basename",
                    "bash",
                    "cat",
                    "cmp",
                    "dirname",
                    "readlink",
                    "uname",
                    "find",
                    "head",
                    "grep",
                    "sed",
                    "ln",
                    "mv",
                    "rm",
                    "mkdir",
                    "sleep");

    @TempDir Path temporary;

    private Path house;
    private Path jdks;
    private Path bin;

    @BeforeEach
    void makeAHouse() throws IOException {
        house = Files.createDirectories(temporary.resolve("a round house"));
        jdks = Files.createDirectories(temporary.resolve("some jdks"));
        bin = Files.createDirectories(temporary.resolve("bin"));
        Files.copy(
                Path.of("..", "roundhouse").toAbsolutePath().normalize(),
                house.resolve("roundhouse"));
        executable(house.resolve("roundhouse"));
        for (String pom : List.of("", "core/", "lab/", "lab/peers/", "lab/peers/one/")) {
            write(house.resolve(pom + "pom.xml"), "<project/>");
        }
        for (String module : List.of("core", "lab", "lab/peers/one")) {
            write(house.resolve(module + "/src/main/java/A.java"), "class A {}");
        }
        script(
                bin.resolve("mvn"),
                // Like the compiler plugin, it compiles all when the list of sources is not that of
                // the last time, and only then takes away the classes that it made.
                """
                if [ "${!#}" = --version ]; then
                    echo "Apache Maven ${MAVEN:-3.8.7} (a build of its own)"
                    exit
                fi
                echo "$JAVA_HOME $*" >> maven-ran
                [ -z "${GATE:-}" ] || read -r _ < "$GATE"
                if [ -n "${BREAK_THE_BUILD:-}" ]; then
                    echo "[ERROR] A.java: a planted mistake"
                    exit 1
                fi
                for module in core lab lab/peers/one; do
                    classes=$module/target/classes
                    status=$module/target/maven-status
                    mkdir -p $classes $module/target/lib $status
                    find $module/src -name '*.java' > sources
                    if [ -f $status/inputFiles.lst ] && ! cmp -s sources $status/inputFiles.lst; then
                        while read -r class; do rm $classes/$class; done < $status/createdFiles.lst
                    fi
                    cat sources > $status/inputFiles.lst
                    : > $status/createdFiles.lst
                    while read -r source; do
                        class=$(basename $source .java).class
                        echo > $classes/$class
                        echo $class >> $status/createdFiles.lst
                    done < sources
                done
                """);
    }

    // ---- finding a JDK

    @Test
    void withoutAJdkItSaysWhatToInstallAndWhatWasTooOld() throws Exception {
        jdk("jdk-8", "1.8.0_492");
        jdk("jdk-17", "17.0.15");
        Files.delete(jdk("jre-25", "25").resolve("bin/javac"));

        Run run = launch();

        assertThat(run.status).isEqualTo(CANNOT_START);
        assertThat(run.out).isEmpty();
        assertThat(run.err)
                .contains("a JDK 25 or later is needed")
                .contains(jdks.resolve("jdk-8") + " (Java 8)")
                .contains(jdks.resolve("jdk-17") + " (Java 17)")
                .contains(jdks.resolve("jre-25") + " (Java 25, but no JDK: it has no javac)")
                .contains("https://adoptium.net/temurin/releases/?version=25");
        assertThat(mavenRuns()).isEmpty();
    }

    @Test
    void whatWillNotDoIsNamedOnce() throws Exception {
        Path old = jdk("jdk-17", "17.0.15").toRealPath();
        Files.createSymbolicLink(jdks.resolve("default-java"), old);

        Run run = run(launcher("JAVA_HOME", old.toString()));

        assertThat(run.err.lines().filter(line -> line.contains("(Java 17)")))
                .containsExactly("    " + old + " (Java 17)");
    }

    @Test
    void aJavaHomeWithoutAJavaIsNamed() throws Exception {
        Run run = run(launcher("JAVA_HOME", temporary.resolve("wrong").toString()));

        assertThat(run.status).isEqualTo(CANNOT_START);
        assertThat(run.err)
                .contains(
                        "    "
                                + temporary.resolve("wrong")
                                + " (JAVA_HOME, but there is no bin/java in it)");
    }

    @Test
    void aReleaseFileMayLackItsLastNewline() throws Exception {
        Path jdk = jdk("jdk-25", "25");
        write(jdk.resolve("release"), "IMPLEMENTOR=\"us\"\nJAVA_VERSION=\"25\"");

        assertThat(run(launcher(), "--which-jdk").out).isEqualTo(jdk + "\n");
    }

    @Test
    void anotherShellHandsItToBash() throws Exception {
        jdk("jdk-25", "25");
        ProcessBuilder launcher = launcher();
        launcher.command("/bin/sh", house.resolve("roundhouse").toString());

        Run run = run(launcher, "two words");

        assertThat(run.err).doesNotContain("not found", "Bad substitution");
        assertThat(run.status).isZero();
        assertThat(run.out).endsWith("io.roundhouse.lab.Main\ntwo words\n");
    }

    @Test
    void onAMacItNamesThePackagesOfHomebrew() throws Exception {
        script(bin.resolve("uname"), "echo Darwin");

        assertThat(launch().err).contains("brew install --cask temurin@25");

        jdk("jdk-25", "25");
        Files.delete(bin.resolve("mvn"));
        assertThat(launch().err).contains("brew install maven");
    }

    @Test
    void theOldestJdkThatWillDoIsTaken() throws Exception {
        jdk("a-27", "27");
        jdk("b-25", "25.0.3");
        jdk("c-26", "26.0.1");

        assertThat(launch().out).startsWith("java of b-25\n");
    }

    @Test
    void aJdkWithoutAReleaseFileIsAsked() throws Exception {
        Path silent = jdk("jdk-25", "25");
        Files.delete(silent.resolve("release"));
        script(
                silent.resolve("bin/java"),
                """
                echo "    java.runtime.version = 25.0.3+9" >&2
                echo "    java.specification.version = 25" >&2
                """);

        assertThat(launch().status).isZero();
    }

    @Test
    void aJdkInAMacBundleIsFound() throws Exception {
        jdk("temurin-25.jdk/Contents/Home", "25");

        assertThat(launch().out).startsWith("java of temurin-25.jdk/Contents/Home\n");
    }

    @Test
    void javaHomeComesBeforePathAndPathBeforeTheUsualFolders() throws Exception {
        jdk("jdk-25", "25");
        Path onPath = jdk("jdk-26", "26");
        Path javaHome = jdk("jdk-27", "27");
        Files.createSymbolicLink(bin.resolve("java"), onPath.resolve("bin/java"));

        assertThat(launch().out).startsWith("java of jdk-26\n");
        assertThat(run(launcher("JAVA_HOME", javaHome.toString())).out)
                .startsWith("java of jdk-27\n");
    }

    @Test
    void aJavaHomeThatIsTooOldIsPassedOver() throws Exception {
        jdk("jdk-25", "25");
        Path old = jdk("jdk-17", "17");

        assertThat(run(launcher("JAVA_HOME", old.toString())).out).startsWith("java of jdk-25\n");
    }

    @Test
    void aJdkNamedByAVariableOfItsVersionIsFound() throws Exception {
        Path named = jdk("hidden/jdk-25", "25");
        assertThat(run(launcher()).status).isEqualTo(CANNOT_START);

        for (String variable : List.of("JAVA_25_HOME", "JAVA25_HOME", "JAVA_HOME_25_X64")) {
            assertThat(run(launcher(variable, named.toString())).out)
                    .as(variable)
                    .startsWith("java of hidden/jdk-25\n");
        }
    }

    @Test
    void theJdkIsPrintedWithoutBuilding() throws Exception {
        Path jdk = jdk("jdk-25", "25");

        assertThat(run(launcher(), "--which-jdk").out).isEqualTo(jdk + "\n");
        assertThat(mavenRuns()).isEmpty();
    }

    // ---- starting the lab

    @Test
    void argumentsAndExitStatusPassThrough() throws Exception {
        jdk("jdk-25", "25");

        Run run = run(launcher("STATUS", "42"), "run", "two words", "", "*");

        assertThat(run.status).isEqualTo(42);
        assertThat(run.out).endsWith("io.roundhouse.lab.Main\nrun\ntwo words\n\n*\n");
    }

    @Test
    void theClassPathIsCoreThenLabThenItsJars() throws Exception {
        jdk("jdk-25", "25");

        assertThat(launch().out)
                .contains("-Droundhouse.home=" + house + "\n")
                .contains(
                        "-cp\n%s/core/target/classes:%s/lab/target/classes:%s/lab/target/lib/*\n"
                                .formatted(house, house, house));
    }

    @Test
    void itStartsFromAnyFolderAndThroughSymbolicLinks() throws Exception {
        jdk("jdk-25", "25");
        Path elsewhere = Files.createDirectories(temporary.resolve("else where"));
        Path absolute =
                Files.createSymbolicLink(
                        elsewhere.resolve("absolute"), house.resolve("roundhouse"));
        Path relative =
                Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("absolute"));

        Run run = run(launcher(relative).directory(elsewhere.toFile()));

        assertThat(run.status).isZero();
        assertThat(run.out)
                .contains("-Droundhouse.home=" + house)
                .contains("in " + elsewhere + "\n");
        assertThat(absolute).isSymbolicLink();
    }

    // ---- building

    @Test
    void aLaterStartDoesNotRunMaven() throws Exception {
        jdk("jdk-25", "25");

        Run first = launch();
        Run second = launch();

        assertThat(first.err).contains("building, a minute or two the first time");
        assertThat(second.err).isEmpty();
        assertThat(second.out).isEqualTo(first.out);
        assertThat(mavenRuns())
                .singleElement()
                .asString()
                .isEqualTo(
                        "%s -B -Dstyle.color=never -Dfast -pl core,lab,lab/peers/one -am compile"
                                .formatted(jdks.resolve("jdk-25")));
    }

    @Test
    void aChangedSourceIsBuilt() throws Exception {
        assertBuildsAgainAfter(() -> touch(house.resolve("lab/peers/one/src/main/java/A.java")));
    }

    @Test
    void aChangedPomIsBuiltAndOldJarsAreTakenAway() throws Exception {
        Path old = house.resolve("lab/peers/one/target/lib/peer-1.0.jar");
        assertBuildsAgainAfter(() -> {
            write(old, "");
            touch(house.resolve("lab/peers/one/pom.xml"));
        });
        assertThat(old).doesNotExist();
    }

    @Test
    void aSourceThatWasTakenAwayIsNoticedAndItsClassGoes() throws Exception {
        Path source = house.resolve("core/src/main/java/B.java");
        Path classes = house.resolve("core/target/classes");
        write(source, "class B {}");
        assertBuildsAgainAfter(() -> {
            assertThat(classes.resolve("B.class")).exists();
            Files.delete(source);
            touch(source.getParent());
        });
        assertThat(classes.resolve("A.class")).exists();
        assertThat(classes.resolve("B.class")).doesNotExist();
    }

    @Test
    void classesWhoseSourcesNobodyKnowsGo() throws Exception {
        Path classes = house.resolve("core/target/classes");
        assertBuildsAgainAfter(() -> {
            delete(house.resolve("core/target/maven-status"));
            write(classes.resolve("B.class"), "");
            touch(house.resolve("core/src/main/java/A.java"));
        });
        assertThat(classes.resolve("A.class")).exists();
        assertThat(classes.resolve("B.class")).doesNotExist();
    }

    @Test
    void whatMavenCleanedIsBuilt() throws Exception {
        assertBuildsAgainAfter(() -> delete(house.resolve("core/target")));
    }

    @Test
    void aNewPeerIsBuilt() throws Exception {
        assertBuildsAgainAfter(() -> {
            write(house.resolve("lab/peers/two/pom.xml"), "<project/>");
            age(house.resolve("lab/peers/two/pom.xml"), -3600);
        });
        assertThat(mavenRuns().getLast()).contains("lab/peers/one,lab/peers/two");
    }

    @Test
    void whatTheLauncherCompiledIsCompiledAgainByAFullBuildWithItsChecks() throws Exception {
        jdk("jdk-25", "25");

        launch();

        assertThat(house.resolve("core/target/classes/A.class")).exists();
        assertThat(house.resolve("core/target/maven-status/inputFiles.lst"))
                .content()
                .isEqualTo(
                        """
                        core/src/main/java/A.java
                        %s/core/compiled-without-checks
                        """
                                .formatted(house));
    }

    @Test
    void aBuildThatFailsIsShownAndTriedAgainNextTime() throws Exception {
        jdk("jdk-25", "25");

        Run broken = run(launcher("BREAK_THE_BUILD", "yes"));

        assertThat(broken.status).isEqualTo(CANNOT_START);
        assertThat(broken.out).isEmpty();
        assertThat(broken.err)
                .contains("[ERROR] A.java: a planted mistake")
                .contains(
                        "the build failed; all of it is in "
                                + house.resolve("target/launcher/build.log"));
        assertThat(Files.isSymbolicLink(house.resolve("target/launcher/lock"))).isFalse();
        assertThat(launch().status).isZero();
        assertThat(mavenRuns()).hasSize(2);
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        jdk("jdk-25", "25");
        Files.delete(bin.resolve("mvn"));

        Run run = launch();

        assertThat(run.status).isEqualTo(CANNOT_START);
        assertThat(run.err)
                .contains("there is no mvn on PATH")
                .contains("https://maven.apache.org/install.html");
    }

    @Test
    void aMavenThatIsTooOldIsToldSo() throws Exception {
        jdk("jdk-25", "25");

        Run run = run(launcher("MAVEN", "3.6.3"));

        assertThat(run.status).isEqualTo(CANNOT_START);
        assertThat(run.err)
                .contains("Maven 3.8 or later is needed")
                .contains("is Maven 3.6")
                .contains("https://maven.apache.org/install.html");
        assertThat(mavenRuns()).isEmpty();
        assertThat(run(launcher("MAVEN", "4.0.0-rc-4")).status).isZero();
    }

    @Test
    void twoLaunchesAtOnceBuildOnce() throws Exception {
        jdk("jdk-25", "25");
        Path gate = temporary.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();

        Process first = launcher("GATE", gate.toString()).start();
        try (BufferedReader firstSays = first.errorReader(UTF_8)) {
            assertThat(firstSays.readLine()).contains("building");
            Process second = launcher("GATE", gate.toString()).start();
            try (BufferedReader secondSays = second.errorReader(UTF_8)) {
                assertThat(secondSays.readLine())
                        .contains("waiting for another build, process " + first.pid());
                Files.writeString(gate, "open\n");
                assertThat(first.waitFor()).isZero();
                assertThat(second.waitFor()).isZero();
            } finally {
                second.destroyForcibly();
            }
        } finally {
            first.destroyForcibly();
        }
        assertThat(mavenRuns()).hasSize(1);
    }

    @Test
    void aLockWhoseHolderIsGoneIsBroken() throws Exception {
        jdk("jdk-25", "25");
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.createDirectories(house.resolve("target/launcher"));
        Files.createSymbolicLink(
                house.resolve("target/launcher/lock"), Path.of("process-" + gone.pid()));

        assertThat(launch().status).isZero();
        assertThat(mavenRuns()).hasSize(1);
        assertThat(Files.isSymbolicLink(house.resolve("target/launcher/lock"))).isFalse();
    }

    // ---- the house's furniture

    private interface Change {
        void make() throws IOException;
    }

    private void assertBuildsAgainAfter(Change change) throws Exception {
        jdk("jdk-25", "25");
        launch();
        launch();
        assertThat(mavenRuns()).hasSize(1);

        change.make();

        assertThat(launch().err).contains("building what changed");
        assertThat(mavenRuns()).hasSize(2);
    }

    private record Run(int status, String out, String err) {}

    private Run launch() throws Exception {
        return run(launcher());
    }

    /**
     * Runs the launcher to its end; what it writes goes through files, so that it never waits for a
     * reader.
     */
    private Run run(ProcessBuilder launcher, String... arguments) throws Exception {
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        launcher.command(Stream.concat(launcher.command().stream(), Stream.of(arguments)).toList());
        Process process = launcher.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        int status = process.waitFor();
        return new Run(status, Files.readString(out), Files.readString(err));
    }

    private ProcessBuilder launcher(String... variables) {
        ProcessBuilder builder = launcher(house.resolve("roundhouse"));
        for (int i = 0; i < variables.length; i += 2) {
            builder.environment().put(variables[i], variables[i + 1]);
        }
        return builder;
    }

    /**
     * A launcher that sees no JDK and no Maven but ours; of the machine's own tools it needs a few.
     */
    private ProcessBuilder launcher(Path script) {
        ProcessBuilder builder = new ProcessBuilder(script.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA"));
        builder.environment().put("PATH", bin + ":" + tools());
        builder.environment().put("ROUNDHOUSE_JDK_ROOTS", temporary.resolve("none") + ":" + jdks);
        return builder;
    }

    /** A folder of the tools that the launcher needs, and no others: /usr/bin may hold a java. */
    private Path tools() {
        Path tools = temporary.resolve("tools");
        for (String tool : TOOLS) {
            Path stand = tools.resolve(tool);
            if (!Files.exists(stand)) {
                try {
                    write(stand, "#!/bin/sh\nexec '" + locate(tool) + "' \"$@\"\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                executable(stand);
            }
        }
        return tools;
    }

    private static Path locate(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + tool + " on PATH"));
    }

    private Path jdk(String name, String version) throws IOException {
        Path jdk = Files.createDirectories(jdks.resolve(name + "/bin")).getParent();
        write(
                jdk.resolve("release"),
                "IMPLEMENTOR=\"us\"\nJAVA_VERSION=\"" + version + "\"\nOS_NAME=\"any\"\n");
        script(jdk.resolve("bin/javac"), "");
        script(
                jdk.resolve("bin/java"),
                """
                echo "java of %s"
                echo "in $PWD"
                for argument; do printf '%%s\\n' "$argument"; done
                exit ${STATUS:-0}
                """
                        .formatted(name));
        return jdk;
    }

    private List<String> mavenRuns() throws IOException {
        Path runs = house.resolve("maven-ran");
        return Files.exists(runs) ? Files.readAllLines(runs) : List.of();
    }

    private static void touch(Path path) throws IOException {
        age(path, 60);
    }

    private static void age(Path path, int seconds) throws IOException {
        Files.setLastModifiedTime(path, FileTime.from(Instant.now().plusSeconds(seconds)));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void script(Path file, String text) throws IOException {
        write(file, "#!/usr/bin/env bash\n" + text);
        executable(file);
    }

    private static void executable(Path file) {
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
