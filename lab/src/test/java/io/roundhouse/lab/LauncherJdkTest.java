package io.roundhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.LauncherHouse.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which JDK the launcher finds, and how it starts the lab on it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is for Linux and macOS")
@Timeout(60)
class LauncherJdkTest {

    @TempDir Path temporary;

    private LauncherHouse at;

    @BeforeEach
    void makeAHouse() throws IOException {
        at = new LauncherHouse(temporary);
    }

    // ---- finding a JDK

    @Test
    void withoutAJdkItSaysWhatToInstallAndWhatWasTooOld() throws Exception {
        at.jdk("jdk-8", "1.8.0_492");
        at.jdk("jdk-17", "17.0.15");
        Files.delete(at.jdk("jre-25", "25").resolve("bin/javac"));

        Run run = at.launch();

        assertThat(run.status()).isEqualTo(LauncherHouse.CANNOT_START);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("a JDK 25 or later is needed")
                .contains(at.jdks.resolve("jdk-8") + " (Java 8)")
                .contains(at.jdks.resolve("jdk-17") + " (Java 17)")
                .contains(at.jdks.resolve("jre-25") + " (Java 25, but no JDK: it has no javac)")
                .contains("https://adoptium.net/temurin/releases/?version=25");
        assertThat(at.mavenRuns()).isEmpty();
    }

    @Test
    void whatWillNotDoIsNamedOnce() throws Exception {
        Path old = at.jdk("jdk-17", "17.0.15").toRealPath();
        Files.createSymbolicLink(at.jdks.resolve("default-java"), old);

        Run run = at.run(at.launcher("JAVA_HOME", old.toString()));

        assertThat(run.err().lines().filter(line -> line.contains("(Java 17)")))
                .containsExactly("    " + old + " (Java 17)");
    }

    @Test
    void aJavaHomeWithoutAJavaIsNamed() throws Exception {
        Run run = at.run(at.launcher("JAVA_HOME", temporary.resolve("wrong").toString()));

        assertThat(run.status()).isEqualTo(LauncherHouse.CANNOT_START);
        assertThat(run.err())
                .contains(
                        "    "
                                + temporary.resolve("wrong")
                                + " (JAVA_HOME, but there is no bin/java in it)");
    }

    @Test
    void aReleaseFileMayLackItsLastNewline() throws Exception {
        Path jdk = at.jdk("jdk-25", "25");
        LauncherHouse.write(jdk.resolve("release"), "IMPLEMENTOR=\"us\"\nJAVA_VERSION=\"25\"");

        assertThat(at.run(at.launcher(), "--which-jdk").out()).isEqualTo(jdk + "\n");
    }

    @Test
    void anotherShellHandsItToBash() throws Exception {
        at.jdk("jdk-25", "25");
        ProcessBuilder launcher = at.launcher();
        launcher.command("/bin/sh", at.house.resolve("roundhouse").toString());

        Run run = at.run(launcher, "two words");

        assertThat(run.err()).doesNotContain("not found", "Bad substitution");
        assertThat(run.status()).isZero();
        assertThat(run.out()).endsWith("io.roundhouse.lab.Main\ntwo words\n");
    }

    @Test
    void onAMacItNamesThePackagesOfHomebrew() throws Exception {
        LauncherHouse.script(at.bin.resolve("uname"), "echo Darwin");

        assertThat(at.launch().err()).contains("brew install --cask temurin@25");

        at.jdk("jdk-25", "25");
        Files.delete(at.bin.resolve("mvn"));
        assertThat(at.launch().err()).contains("brew install maven");
    }

    @Test
    void theOldestJdkThatWillDoIsTaken() throws Exception {
        at.jdk("a-27", "27");
        at.jdk("b-25", "25.0.3");
        at.jdk("c-26", "26.0.1");

        assertThat(at.launch().out()).startsWith("java of b-25\n");
    }

    @Test
    void aJdkWithoutAReleaseFileIsAsked() throws Exception {
        Path silent = at.jdk("jdk-25", "25");
        Files.delete(silent.resolve("release"));
        LauncherHouse.script(
                silent.resolve("bin/java"),
                """
                echo "    java.runtime.version = 25.0.3+9" >&2
                echo "    java.specification.version = 25" >&2
                """);

        assertThat(at.launch().status()).isZero();
    }

    @Test
    void aJdkInAMacBundleIsFound() throws Exception {
        at.jdk("temurin-25.jdk/Contents/Home", "25");

        assertThat(at.launch().out()).startsWith("java of temurin-25.jdk/Contents/Home\n");
    }

    @Test
    void javaHomeComesBeforePathAndPathBeforeTheUsualFolders() throws Exception {
        at.jdk("jdk-25", "25");
        Path onPath = at.jdk("jdk-26", "26");
        Path javaHome = at.jdk("jdk-27", "27");
        Files.createSymbolicLink(at.bin.resolve("java"), onPath.resolve("bin/java"));

        assertThat(at.launch().out()).startsWith("java of jdk-26\n");
        assertThat(at.run(at.launcher("JAVA_HOME", javaHome.toString())).out())
                .startsWith("java of jdk-27\n");
    }

    @Test
    void aJavaHomeThatIsTooOldIsPassedOver() throws Exception {
        at.jdk("jdk-25", "25");
        Path old = at.jdk("jdk-17", "17");

        assertThat(at.run(at.launcher("JAVA_HOME", old.toString())).out())
                .startsWith("java of jdk-25\n");
    }

    @Test
    void aJdkNamedByAVariableOfItsVersionIsFound() throws Exception {
        Path named = at.jdk("hidden/jdk-25", "25");
        assertThat(at.run(at.launcher()).status()).isEqualTo(LauncherHouse.CANNOT_START);

        for (String variable : List.of("JAVA_25_HOME", "JAVA25_HOME", "JAVA_HOME_25_X64")) {
            assertThat(at.run(at.launcher(variable, named.toString())).out())
                    .as(variable)
                    .startsWith("java of hidden/jdk-25\n");
        }
    }

    @Test
    void theJdkIsPrintedWithoutBuilding() throws Exception {
        Path jdk = at.jdk("jdk-25", "25");

        assertThat(at.run(at.launcher(), "--which-jdk").out()).isEqualTo(jdk + "\n");
        assertThat(at.mavenRuns()).isEmpty();
    }

    // ---- starting the lab

    @Test
    void argumentsAndExitStatusPassThrough() throws Exception {
        at.jdk("jdk-25", "25");

        Run run = at.run(at.launcher("STATUS", "42"), "run", "two words", "", "*");

        assertThat(run.status()).isEqualTo(42);
        assertThat(run.out()).endsWith("io.roundhouse.lab.Main\nrun\ntwo words\n\n*\n");
    }

    @Test
    void theClassPathIsCoreThenLabThenItsJars() throws Exception {
        at.jdk("jdk-25", "25");

        assertThat(at.launch().out())
                .contains("-Droundhouse.home=" + at.house + "\n")
                .contains(
                        "-cp\n%s/core/target/classes:%s/lab/target/classes:%s/lab/target/lib/*\n"
                                .formatted(at.house, at.house, at.house));
    }

    @Test
    void itStartsFromAnyFolderAndThroughSymbolicLinks() throws Exception {
        at.jdk("jdk-25", "25");
        Path elsewhere = Files.createDirectories(temporary.resolve("else where"));
        Path absolute =
                Files.createSymbolicLink(
                        elsewhere.resolve("absolute"), at.house.resolve("roundhouse"));
        Path relative =
                Files.createSymbolicLink(elsewhere.resolve("relative"), Path.of("absolute"));

        Run run = at.run(at.launcher(relative).directory(elsewhere.toFile()));

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("-Droundhouse.home=" + at.house)
                .contains("in " + elsewhere + "\n");
        assertThat(absolute).isSymbolicLink();
    }
}
