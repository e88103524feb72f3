package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.LabResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MarkdownResultsTest {

    @Test
    void aResultIsARowWithAllItsFigures() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 100, 110, 120)
                                .with("producers", 3, "capacity", 2048)
                                .config("wait=park")
                                .cost(2.5, 0),
                        rate("disruptor", 50, 55, 60)
                                .with("producers", 3, "capacity", 2048)
                                .table("T")
                                .published(11, "railway-2013"));
        assertThat(MarkdownResults.of(run))
                .contains(
                        "| producers=3 capacity=2048 | roundhouse-railway | 110 /s | 100 to 120 /s | 1 |  |  | 2.50 ns | 0 B"
                                + " | wait=park | 100, 110, 120 /s |")
                .contains("| 55.0 /s | 50.0 to 60.0 /s |")
                .contains("| 11.0 /s | 5.00 |")
                .contains("Test CPU")
                .contains("abc1234")
                .contains(" each. To ours: the median over the rounds")
                .doesNotContain("level: too close", "of medians:");
    }

    @Test
    void aMeanIsHeldAgainstThePublishedOne() {
        LabResult run =
                run(rate("disruptor", 10, 20, 60).averaged(30).table("T").published(60, "models"));
        assertThat(MarkdownResults.of(run))
                .contains("| 30.0 /s | 10.0 to 60.0 /s | – | 60.0 /s | 0.50 |");
    }

    @Test
    void everyResultOfARunIsThere() {
        LabResult run = RunFixtures.railway();
        long rows =
                MarkdownResults.of(run)
                        .lines()
                        .filter(line -> line.startsWith("| ") && line.contains("="))
                        .count();
        assertThat(rows).isEqualTo(run.results().size());
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(MarkdownResults.of(RunFixtures.railway()))
                .contains("- erlang: erl not found; install erlang-base")
                .contains("no item for 20 s")
                .contains("hands each good to one consumer");
    }

    static Stream<LabResult> runs() {
        return Stream.of(
                RunFixtures.railway(), RunFixtures.hostile(), RunFixtures.extreme(), run());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everyRowHasAsManyCellsAsItsHead(LabResult run) {
        int width = 0;
        for (String line : MarkdownResults.of(run).lines().toList()) {
            if (!line.startsWith("|")) {
                width = 0;
                continue;
            }
            int cells = line.replace("\\\\", "").replace("\\|", "").split("\\|", -1).length;
            width = width == 0 ? cells : width;
            assertThat(cells).as(line).isEqualTo(width);
        }
    }

    @Test
    void theFileIsNamedAfterDayCommandAndScale(@TempDir Path directory) throws IOException {
        Path file = MarkdownResults.write(RunFixtures.railway(), directory.resolve("results"));
        assertThat(file.getFileName()).hasToString("2026-11-21-study-railway-quick.md");
        assertThat(Files.readString(file)).startsWith("# Railway");
    }

    @ParameterizedTest
    @CsvSource({
        "study railway --only ring, 2026-11-21-study-railway-narrowed.md",
        "study railway --systems a, 2026-11-21-study-railway-narrowed.md",
        "run ring --param nodes=3, 2026-11-21-run-ring-narrowed.md",
        "run ring --samples 3, 2026-11-21-run-ring.md"
    })
    void whatWasNarrowedDoesNotReplaceTheWhole(String command, String name) {
        LabResult whole = run();
        LabResult run =
                new LabResult(
                        whole.schema(),
                        command,
                        whole.environment(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        false,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());

        assertThat(MarkdownResults.fileName(run)).isEqualTo(name);
    }

    @Test
    void aNameIsAlwaysSafe() {
        assertThat(MarkdownResults.fileName(run())).isEqualTo("2026-11-21-compare.md");
        assertThat(MarkdownResults.fileName(RunFixtures.hostile()))
                .matches("[a-z0-9-]+\\.md")
                .startsWith("undated-compare-");
        assertThat(List.of(MarkdownResults.fileName(RunFixtures.hostile()).split("-")))
                .doesNotContain("");
    }
}
