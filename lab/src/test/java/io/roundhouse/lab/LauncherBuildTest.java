package io.roundhouse.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.LauncherHouse.Run;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds, and what it says where it cannot. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is for Linux and macOS")
@Timeout(60)
class LauncherBuildTest {

    @TempDir Path temporary;

    private LauncherHouse at;

    @BeforeEach
    void makeAHouse() throws IOException {
        at = new LauncherHouse(temporary);
    }

    @Test
    void aLaterStartDoesNotRunMaven() throws Exception {
        at.jdk("jdk-25", "25");

        Run first = at.launch();
        Run second = at.launch();

        assertThat(first.err()).contains("building, a minute or two the first time");
        assertThat(second.err()).isEmpty();
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(at.mavenRuns())
                .singleElement()
                .asString()
                .isEqualTo(
                        "%s -B -Dstyle.color=never -Dfast -pl core,lab,lab/peers/one -am compile"
                                .formatted(at.jdks.resolve("jdk-25")));
    }

    @Test
    void aChangedSourceIsBuilt() throws Exception {
        assertBuildsAgainAfter(
                () -> LauncherHouse.touch(at.house.resolve("lab/peers/one/src/main/java/A.java")));
    }

    @Test
    void aChangedPomIsBuiltAndOldJarsAreTakenAway() throws Exception {
        Path old = at.house.resolve("lab/peers/one/target/lib/peer-1.0.jar");
        assertBuildsAgainAfter(() -> {
            LauncherHouse.write(old, "");
            LauncherHouse.touch(at.house.resolve("lab/peers/one/pom.xml"));
        });
        assertThat(old).doesNotExist();
    }

    @Test
    void aSourceThatWasTakenAwayIsNoticedAndItsClassGoes() throws Exception {
        Path source = at.house.resolve("core/src/main/java/B.java");
        Path classes = at.house.resolve("core/target/classes");
        LauncherHouse.write(source, "class B {}");
        assertBuildsAgainAfter(() -> {
            assertThat(classes.resolve("B.class")).exists();
            Files.delete(source);
            LauncherHouse.touch(source.getParent());
        });
        assertThat(classes.resolve("A.class")).exists();
        assertThat(classes.resolve("B.class")).doesNotExist();
    }

    @Test
    void classesWhoseSourcesNobodyKnowsGo() throws Exception {
        Path classes = at.house.resolve("core/target/classes");
        assertBuildsAgainAfter(() -> {
            LauncherHouse.delete(at.house.resolve("core/target/maven-status"));
            LauncherHouse.write(classes.resolve("B.class"), "");
            LauncherHouse.touch(at.house.resolve("core/src/main/java/A.java"));
        });
        assertThat(classes.resolve("A.class")).exists();
        assertThat(classes.resolve("B.class")).doesNotExist();
    }

    @Test
    void whatMavenCleanedIsBuilt() throws Exception {
        assertBuildsAgainAfter(() -> LauncherHouse.delete(at.house.resolve("core/target")));
    }

    @Test
    void aNewPeerIsBuilt() throws Exception {
        assertBuildsAgainAfter(() -> {
            LauncherHouse.write(at.house.resolve("lab/peers/two/pom.xml"), "<project/>");
            LauncherHouse.age(at.house.resolve("lab/peers/two/pom.xml"), -3600);
        });
        assertThat(at.mavenRuns().getLast()).contains("lab/peers/one,lab/peers/two");
    }

    @Test
    void whatTheLauncherCompiledIsCompiledAgainByAFullBuildWithItsChecks() throws Exception {
        at.jdk("jdk-25", "25");

        at.launch();

        assertThat(at.house.resolve("core/target/classes/A.class")).exists();
        assertThat(at.house.resolve("core/target/maven-status/inputFiles.lst"))
                .content()
                .isEqualTo(
                        """
                        core/src/main/java/A.java
                        %s/core/compiled-without-checks
                        """
                                .formatted(at.house));
    }

    @Test
    void aBuildThatFailsIsShownAndTriedAgainNextTime() throws Exception {
        at.jdk("jdk-25", "25");

        Run broken = at.run(at.launcher("BREAK_THE_BUILD", "yes"));

        assertThat(broken.status()).isEqualTo(LauncherHouse.CANNOT_START);
        assertThat(broken.out()).isEmpty();
        assertThat(broken.err())
                .contains("[ERROR] A.java: a planted mistake")
                .contains(
                        "the build failed; all of it is in "
                                + at.house.resolve("target/launcher/build.log"));
        assertThat(Files.isSymbolicLink(at.house.resolve("target/launcher/lock"))).isFalse();
        assertThat(at.launch().status()).isZero();
        assertThat(at.mavenRuns()).hasSize(2);
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        at.jdk("jdk-25", "25");
        Files.delete(at.bin.resolve("mvn"));

        Run run = at.launch();

        assertThat(run.status()).isEqualTo(LauncherHouse.CANNOT_START);
        assertThat(run.err())
                .contains("there is no mvn on PATH")
                .contains("https://maven.apache.org/install.html");
    }

    @Test
    void aMavenThatIsTooOldIsToldSo() throws Exception {
        at.jdk("jdk-25", "25");

        Run run = at.run(at.launcher("MAVEN", "3.6.3"));

        assertThat(run.status()).isEqualTo(LauncherHouse.CANNOT_START);
        assertThat(run.err())
                .contains("Maven 3.8 or later is needed")
                .contains("is Maven 3.6")
                .contains("https://maven.apache.org/install.html");
        assertThat(at.mavenRuns()).isEmpty();
        assertThat(at.run(at.launcher("MAVEN", "4.0.0-rc-4")).status()).isZero();
    }

    @Test
    void twoLaunchesAtOnceBuildOnce() throws Exception {
        at.jdk("jdk-25", "25");
        Path gate = temporary.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();

        Process first = at.launcher("GATE", gate.toString()).start();
        try (BufferedReader firstSays = first.errorReader(UTF_8)) {
            assertThat(firstSays.readLine()).contains("building");
            Process second = at.launcher("GATE", gate.toString()).start();
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
        assertThat(at.mavenRuns()).hasSize(1);
    }

    @Test
    void aLockWhoseHolderIsGoneIsBroken() throws Exception {
        at.jdk("jdk-25", "25");
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.createDirectories(at.house.resolve("target/launcher"));
        Files.createSymbolicLink(
                at.house.resolve("target/launcher/lock"), Path.of("process-" + gone.pid()));

        assertThat(at.launch().status()).isZero();
        assertThat(at.mavenRuns()).hasSize(1);
        assertThat(Files.isSymbolicLink(at.house.resolve("target/launcher/lock"))).isFalse();
    }

    private interface Change {
        void make() throws IOException;
    }

    private void assertBuildsAgainAfter(Change change) throws Exception {
        at.jdk("jdk-25", "25");
        at.launch();
        at.launch();
        assertThat(at.mavenRuns()).hasSize(1);

        change.make();

        assertThat(at.launch().err()).contains("building what changed");
        assertThat(at.mavenRuns()).hasSize(2);
    }
}
