package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.model.LabResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTableTest {

    private static final LabResult RUN =
            run(
                    rate("limit", 400e6, 400e6, 400e6).with("producers", 3),
                    rate("disruptor", 50e6, 55e6, 60e6).with("producers", 3),
                    rate("roundhouse-railway", 100e6, 110e6, 120e6).with("producers", 3));

    @Test
    void theTableSaysWhatWasMeasuredWhenAndOnWhat() {
        assertThat(ReadmeTable.of(RUN))
                .isEqualTo(
                        """
                        Measured on 21 November 2026, 10:00 UTC: Test CPU, 2 cores, 24.0 GB, Linux; JDK 25.0.3, default flags; \
                        commit abc1234; ./roundhouse compare --scale quick, scale quick, at least 3 samples each. Ratios are \
                        medians over rounds of the ratios within a round. Written by the lab, never by hand.

                        | what | ours | the best of the others | ours is better by | bound |
                        | --- | --- | --- | ---: | ---: |
                        | Transfer: 3 producers (goods a second, higher is better) | roundhouse-railway 110 M/s (100 to 120 M/s) | disruptor 55.0 M/s (50.0 to 60.0 M/s) | 2.00 × | 400 M/s |
                        """);
    }

    @Test
    void onlyWhatStandsBetweenTheMarksIsReplaced(@TempDir Path directory) throws IOException {
        Path readme = directory.resolve("README.md");
        Files.writeString(
                readme,
                "# Title\n\n"
                        + ReadmeTable.BEGIN
                        + "\nold\n"
                        + ReadmeTable.END
                        + "\n\nThe end, ü.\n");
        ReadmeTable.replaceIn(readme, RUN);
        String once = Files.readString(readme);
        assertThat(once)
                .startsWith("# Title\n\n" + ReadmeTable.BEGIN + "\nMeasured on")
                .endsWith("| 2.00 × | 400 M/s |\n" + ReadmeTable.END + "\n\nThe end, ü.\n")
                .doesNotContain("old");
        ReadmeTable.replaceIn(readme, RUN);
        assertThat(Files.readString(readme)).isEqualTo(once);
    }

    @Test
    void aFileWithoutTheMarksIsRefusedAndLeftAlone(@TempDir Path directory) throws IOException {
        Path readme = directory.resolve("README.md");
        for (String text :
                new String[] {
                    "nothing",
                    ReadmeTable.BEGIN,
                    ReadmeTable.END + "\n" + ReadmeTable.BEGIN,
                    ReadmeTable.BEGIN + ReadmeTable.END + ReadmeTable.END
                }) {
            Files.writeString(readme, text);
            assertThatThrownBy(() -> ReadmeTable.check(readme))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ReadmeTable.replaceIn(readme, RUN))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("README.md")
                    .hasMessageContaining(ReadmeTable.BEGIN);
            assertThat(Files.readString(readme)).isEqualTo(text);
        }
    }

    @Test
    void whereLowIsGoodOursIsBetterByWhatTheOthersTakeLonger() {
        assertThat(ReadmeTable.of(run(time("jctools", 300), time("roundhouse-queue", 100))))
                .contains("| 3.00 × | – |");
    }

    @Test
    void whereOnlyOursTookPartNothingIsCompared() {
        assertThat(ReadmeTable.of(run(rate("roundhouse-queue", 100))))
                .contains("roundhouse-queue 100 /s (single sample) | – | – | – |");
    }

    @Test
    void aRunWithoutResultsSaysSo() {
        assertThat(ReadmeTable.of(run())).contains("Nothing was measured.").doesNotContain("|");
    }

    @Test
    void namesCannotBreakTheTable() {
        String table = ReadmeTable.of(run(rate("a|b\n<img>", 1, 2)));
        assertThat(table.lines().filter(line -> line.contains("img")))
                .singleElement()
                .asString()
                .contains("a\\|b \\<img\\>");
    }
}
