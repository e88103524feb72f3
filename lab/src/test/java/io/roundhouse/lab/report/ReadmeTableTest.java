package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.disturbed;
import static io.roundhouse.lab.verdict.ResultFixture.moved;
import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.model.Stolen;
import io.roundhouse.lab.verdict.ResultFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTableTest {

    private static final LabResult RUN =
            run(
                    rate("limit", 400e6, 400e6, 400e6).with("producers", 3),
                    rate("disruptor", 50e6, 55e6, 60e6)
                            .with("producers", 3)
                            .config("wait=yielding"),
                    rate("roundhouse-railway", 100e6, 110e6, 120e6).with("producers", 3));

    @Test
    void theTableSaysWhatWasMeasuredWhenAndOnWhat() {
        assertThat(ReadmeTable.of(RUN))
                .isEqualTo(
                        """
                        Measured on 21 November 2026, 10:00 UTC: Test CPU, 2 cores, 24.0 GB, Linux; JDK 25.0.3, default flags; \
                        commit abc1234; ./roundhouse compare --scale quick, at least 3 samples each. Ours is \
                        the best of our systems and configurations; bound is what the lab's plainest code reaches here. Ratios are \
                        medians over rounds of the ratios within a round, with their quartiles. \
                        Written by the lab, never by hand.

                        | what | ours | the best of those compared | ours to the best (above 1: better) | bound |
                        | --- | --- | --- | ---: | ---: |
                        | Transfer: 3 producers (goods a second, higher is better) | roundhouse-railway 110 M/s (100 to 120 M/s) | disruptor 55.0 M/s (50.0 to 60.0 M/s), wait=yielding | 2.00 × (2.00 to 2.00), in 3 rounds only | 400 M/s |
                        """);
    }

    @Test
    void onlyTheWordsOfTheTableAreExplained() {
        double[] level = {10, 10, 10, 10, 10};
        String ours = "Ours is the best";
        String bound = "ound is what the lab's plainest code";
        String ratios = "Ratios are medians over rounds";
        String medians = "f medians: plain ratios";
        String tooClose = "level: too close to tell";

        assertThat(twoSizes(level, level)).contains(ours, medians, tooClose);
        assertThat(twoSizes(level, level)).doesNotContain(bound, ratios);
        assertThat(twoSizes(level, new double[] {20, 20, 20, 20, 20})).doesNotContain(tooClose);
        assertThat(ReadmeTable.of(run(rate("jctools", level), rate("limit", level))))
                .contains("at least 5 samples each. Bound is what")
                .doesNotContain(ours, ratios, medians, tooClose);
        assertThat(ReadmeTable.of(run(rate("jctools", level))))
                .contains("at least 5 samples each. Written by the lab");
    }

    @Test
    void theScaleIsToldWhereTheCommandDoesNot() {
        assertThat(ReadmeTable.of(run(rate("jctools", 1).scale("full"))))
                .contains("./roundhouse compare --scale quick, scale full, at least 1 sample each");
        assertThat(ReadmeTable.of(run(rate("a", 1), rate("b", 1).scale("full"))))
                .contains("./roundhouse compare --scale quick, scale quick, full, at least");
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
                .endsWith(
                        ", in 3 rounds only | 400 M/s |\n" + ReadmeTable.END + "\n\nThe end, ü.\n")
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
                .contains("| 3.00 × (3.00 to 3.00), in 1 round only | – |");
    }

    @Test
    void whoMeasuredNothingIsNamedBesideTheRatio() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        time("jctools", 0, 0, 0, 0, 50),
                                        time("roundhouse-queue", 100, 100, 100, 100, 100))))
                .contains("| 0 × (0 to 0), the other measured 0 in 4 rounds | – |");
        assertThat(ReadmeTable.of(run(time("jctools", 5), time("roundhouse-queue", 0))))
                .contains("| ∞ × (∞ to ∞), in 1 round only, ours measured 0 in 1 round | – |");
    }

    @Test
    void whereOnlyOursTookPartNothingIsCompared() {
        assertThat(ReadmeTable.of(run(rate("roundhouse-queue", 100))))
                .contains("roundhouse-queue 100 /s (single sample) | – | – | – |");
    }

    @Test
    void whereAWriteUpHasMeansTheMeanStandsInTheTable() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("limit", 90, 90, 150).averaged(110),
                                        rate("jctools", 10, 20, 60).averaged(30),
                                        rate("roundhouse-queue", 20, 40, 120).averaged(60),
                                        rate("roundhouse-queue", 10, 10, 40)
                                                .averaged(20)
                                                .byDefault())))
                .contains("| roundhouse-queue 60.0 /s (20.0 to 120 /s); by default 20.0 /s |")
                .contains("| jctools 30.0 /s (10.0 to 60.0 /s) |")
                .contains("| 110 /s |");
    }

    @Test
    void whoLacksSamplesLeavesTheRatioInDoubt() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("jctools", 5, 5, 5, 5, 5, 5),
                                        rate("roundhouse-queue", 10, 10, 10, 10, 10).incomplete())))
                .contains("| 2.00 × (2.00 to 2.00), incomplete | – |");
    }

    @Test
    void whatIsTooCloseToTellIsCalledLevel() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("jctools", 10, 10, 10, 10, 10),
                                        rate("roundhouse-queue", 9, 10, 10, 10, 11))))
                .contains("| 1.00 × (1.00 to 1.00), level | – |");
    }

    @Test
    void whereEachHasItsOwnSizesTheRatioIsCalledOneOfMedians() {
        double[] many = {20, 20, 20, 20, 20};
        double[] slow = {10, 10, 10, 10, 10};
        assertThat(twoSizes(many, slow)).contains("| 2.00 ×, of medians | – |");
        assertThat(twoSizes(slow, slow)).contains("| 1.00 ×, of medians, level | – |");
        assertThat(twoSizes(new double[] {20}, slow))
                .contains("| 2.00 ×, of medians, in 1 round only | – |");
    }

    private static String twoSizes(double[] ours, double[] others) {
        return ReadmeTable.of(
                run(
                        rate("roundhouse-queue", ours).with("capacity", 8),
                        rate("jctools", others).with("capacity", 16)));
    }

    @Test
    void trainsBesideSingleGoodsAreCalledSoInTheirRow() {
        LabResult run =
                run(
                        fanOut("roundhouse-railway", 60, "wait=park bulk trains=32 capacity=256"),
                        fanOut("published-railway", 40, "wait=yield trains=32 capacity=256"),
                        fanOut("disruptor", 10, "wait=yielding slots=65536"),
                        fanOut("jctools", 9, "wait=park by=relaxed-offer-poll"));

        assertThat(ReadmeTable.of(run))
                .contains("capacity=256; good by good, not in trains: disruptor, jctools | 1.50 ×");
    }

    private static ResultFixture fanOut(String system, double rate, String config) {
        return rate(system, rate).with("producers", 1, "consumers", 7, "batch", 1).config(config);
    }

    @Test
    void oursByDefaultStandsBesideOursAtItsBest() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("roundhouse-queue", 100, 100).config("wait=spin"),
                                        rate("roundhouse-queue", 80, 80).byDefault())))
                .contains(
                        "| roundhouse-queue 100 /s (100 to 100 /s), wait=spin; by default 80.0 /s |");
    }

    @Test
    void aConfigurationIsToldInShortAndWhatWasNotTriedBesideIt() {
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("roundhouse-queue", 1)
                                                .config("wait=spin (of 8 tried)")
                                                .untried(3),
                                        rate("jctools", 1)
                                                .config("a=1 (1 of 2 rounds) (of 8 tried)"))))
                .contains("(single sample), wait=spin (3 configurations not tried) |")
                .contains("(single sample), a=1 (1 of 2 rounds) |");
    }

    @Test
    void whatMakesTheWholeRunWeakStandsBelowTheTable() {
        assertThat(ReadmeTable.of(RUN)).doesNotContain("Read with care");
        assertThat(ReadmeTable.of(run(1.7, rate("a", 1, 2), rate("limit", 1, 1))))
                .endsWith(
                        "Read with care: The machine was not idle when the run began: load 1.70 on 2"
                                + " cores.\n");
    }

    @Test
    void aBoundThatIsWrongIsCalledSoInItsRow() {
        double[] ten = {10, 10, 10, 10, 10};
        double[] twenty = {20, 20, 20, 20, 20};
        assertThat(ReadmeTable.of(run(rate("jctools", twenty), rate("limit", ten))))
                .contains("| 10.0 /s, passed |")
                .endsWith(
                        "Read with care: A bound that is called passed or too low was measured wrong."
                                + " Each setting's own doubts stand in the report.\n");
        assertThat(
                        ReadmeTable.of(
                                run(
                                        rate("jctools", 1).with("producers", 1),
                                        rate("limit", 5, 5).with("producers", 1),
                                        rate("jctools", 1).with("producers", 3),
                                        rate("limit", 900, 900).with("producers", 3))))
                .contains("| 5.00 /s, too low |")
                .contains("| 900 /s |");
    }

    @Test
    void whatIsOfASettingIsLeftToTheReport() {
        double[] falling = {9, 7, 4, 5, 3, 2};
        Series series = new Series(boxed(1, 2, 3, 4, 5, 6), boxed(falling));
        LabResult plain =
                run(
                        time("jctools", falling).series(series),
                        time("go", falling).series(series),
                        rate("disruptor", 1, 2).untried(3));
        LabResult run =
                moved(
                        disturbed(plain, new Stolen("transfer", Map.of(), 10_000, 1_000)),
                        new CoreDistance(
                                "transfer", Map.of(), List.of(1, 2), List.of(60.0, 300.0)));

        assertThat(ReadmeTable.of(run))
                .endsWith(
                        "Read with care: 2 systems were still getting better from sample to sample,"
                                + " and may be better than the figures say. The machine's host took"
                                + " 10.0 % of the processor time that was wanted. A cache line took"
                                + " 60.0 to 300 ns from one thread to another and back: compare"
                                + " within a row, not between rows. Each setting's own doubts stand"
                                + " in the report.\n");
    }

    private static List<Double> boxed(double... values) {
        return DoubleStream.of(values).boxed().toList();
    }

    @Test
    void whatStandsBesideItIsNotInTheWayAndStays(@TempDir Path directory) throws IOException {
        Path readme = directory.resolve("README.md");
        String text = ReadmeTable.BEGIN + "\n" + ReadmeTable.END;
        Files.writeString(readme, text);
        Files.createDirectory(directory.resolve("README.md.new"));
        Path beside = Files.writeString(directory.resolve("README.md.new/a"), "a user's");

        ReadmeTable.replaceIn(readme, RUN);

        assertThat(readme).content().contains("Measured on");
        assertThat(beside).hasContent("a user's");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(readme, beside.getParent());
        }
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
