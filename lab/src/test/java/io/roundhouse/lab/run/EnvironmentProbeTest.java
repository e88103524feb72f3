package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of where it took place. */
class EnvironmentProbeTest {

    @TempDir Path checkout;

    @Test
    void processorsOfOneNameAreToldApart() {
        assertThat(EnvironmentProbe.linuxCpu(processor("25", "1")))
                .hasValue("AMD EPYC (family 25, model 1, stepping 2)");
        assertThat(EnvironmentProbe.linuxCpu(processor("26", "2")))
                .hasValue("AMD EPYC (family 26, model 2, stepping 2)");
    }

    @Test
    void aNameAloneIsEnoughWhereThereIsNoMore() {
        assertThat(EnvironmentProbe.linuxCpu(List.of("processor\t: 0", "model name\t: Kunpeng")))
                .hasValue("Kunpeng");
    }

    @Test
    void noNameIsNoProcessor() {
        assertThat(EnvironmentProbe.linuxCpu(List.of("processor\t: 0", "BogoMIPS\t: 50.00", "")))
                .isEmpty();
    }

    @Test
    void aClassThatWasNotAddedMakesACommitDirtyAndWhatIsBuiltOrWrittenDoesNot() throws Exception {
        Path classes = Files.createDirectories(checkout.resolve("lab/target/classes"));
        Path core = Files.createDirectories(checkout.resolve("core/src"));
        Files.writeString(checkout.resolve(".gitignore"), "target/\n");
        git("init", "-q");
        git("add", ".");
        git("commit", "-q", "-m", "first");

        Files.writeString(classes.resolve("Built.class"), "built");
        Files.writeString(checkout.resolve("notes.md"), "written");
        Path report = Files.createDirectories(checkout.resolve("roundhouse-report"));
        Files.writeString(report.resolve("result.json"), "{}");
        assertThat(EnvironmentProbe.commit(classes)).matches("[0-9a-f]{12}");

        Files.writeString(core.resolve("New.java"), "class New {}");
        assertThat(EnvironmentProbe.commit(classes)).matches("[0-9a-f]{12}-dirty");
    }

    private void git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of("-c", "user.name=test", "-c", "user.email=test@localhost"));
        command.addAll(List.of("-c", "commit.gpgsign=false"));
        command.addAll(List.of(words));
        Process git = new ProcessBuilder(command).directory(checkout.toFile()).start();
        assertThat(git.waitFor()).as(String.join(" ", command)).isZero();
    }

    private static List<String> processor(String family, String model) {
        return List.of(
                "processor\t: 0",
                "vendor_id\t: AuthenticAMD",
                "cpu family\t: " + family,
                "model\t\t: " + model,
                "model name\t: AMD EPYC",
                "stepping\t: 2",
                "",
                "processor\t: 1",
                "model\t\t: 7",
                "stepping\t: 9");
    }
}
