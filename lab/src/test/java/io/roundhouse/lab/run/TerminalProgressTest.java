package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is drawn, and how wide. */
@Timeout(60)
class TerminalProgressTest {

    private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    private final PrintStream to = new PrintStream(drawn, true, StandardCharsets.UTF_8);

    @Test
    void noLineIsWiderThanAUsualTerminal() {
        assertThat(drawn(Map.of())).startsWith("\r█").endsWith("…").hasSize(1 + 79);
        assertThat(drawn(Map.of("COLUMNS", "100"))).hasSize(1 + 99);
        assertThat(drawn(Map.of("COLUMNS", "300"))).hasSize(1 + 110);
        assertThat(drawn(Map.of("COLUMNS", "wide"))).hasSize(1 + 79);
    }

    private String drawn(Map<String, String> environment) {
        drawn.reset();
        TerminalProgress progress = new TerminalProgress(to, true, environment);
        progress.cell(0, 1, "transfer producers=3 consumers=3 trains=16 capacity=32768 mode=share");

        progress.turn("roundhouse-railway wait=yielding", "sample 1 of 5", 0.5);

        return drawn.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTerminalThatCannotBeginALineAnewGetsLines() {
        assertThat(drawn(Map.of("TERM", "dumb"))).contains("[1/1] transfer").doesNotContain("\r█");
    }

    @Test
    void whatStandardErrorIsCountsNotWhatStandardOutputIs(@TempDir Path folder) throws Exception {
        Path terminal = Files.createSymbolicLink(folder.resolve("1"), Path.of("/dev/pts/7"));
        Path log = Files.createSymbolicLink(folder.resolve("2"), folder.resolve("tty.log"));

        assertThat(TerminalProgress.isTerminal(terminal, false)).isTrue();
        assertThat(TerminalProgress.isTerminal(log, true)).isFalse();
        assertThat(TerminalProgress.isTerminal(folder.resolve("none"), true)).isTrue();
    }
}
