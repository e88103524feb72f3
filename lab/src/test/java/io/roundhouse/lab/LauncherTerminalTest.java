package io.roundhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.LauncherHouse.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher tells the lab of the terminal. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "script, which makes a terminal, is another")
@Timeout(60)
class LauncherTerminalTest {

    @TempDir Path temporary;

    private LauncherHouse at;

    @BeforeEach
    void makeAHouse() throws IOException {
        at = new LauncherHouse(temporary);
        Path jdk = at.jdk("jdk-25", "25");
        LauncherHouse.script(jdk.resolve("bin/java"), "echo \"columns: ${COLUMNS-not told}\"");
    }

    @Test
    void theLabIsToldHowWideTheTerminalIs() throws Exception {
        ProcessBuilder launcher = launcher();
        launcher.environment().put("SHELL", "/bin/sh");
        launcher.command(
                LauncherHouse.locate("script").toString(),
                "-qec",
                "stty cols 132 && exec '" + at.house.resolve("roundhouse") + "'",
                "/dev/null");

        Run run = at.run(launcher);

        assertThat(run.out()).contains("columns: 132");
    }

    @Test
    void ofWhatIsNoTerminalItIsToldNothing() throws Exception {
        assertThat(at.run(launcher()).out()).isEqualTo("columns: not told\n");
    }

    private ProcessBuilder launcher() {
        ProcessBuilder launcher = at.launcher();
        launcher.environment().remove("COLUMNS");
        return launcher;
    }
}
