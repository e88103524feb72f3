package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.verdict.ResultFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChapterTest {

    @Test
    void settingsThatDifferInOneNumberBecomeASweepAndASummary() {
        List<Card> cards = cards(sweep(1, 32, 2048));
        assertThat(cards)
                .extracting(Card::title)
                .containsExactly("1 producer: each system at its best", "One train");
        assertThat(cards.get(0).summary()).isTrue();
        assertThat(cards.get(1).sweep()).isEqualTo("capacity");
        assertThat(cards.get(1).bySetting().keySet()).containsExactly(1.0, 32.0, 2048.0);
    }

    @Test
    void twoSettingsOfATableBecomeTwoBarCharts() {
        LabResult run =
                run(
                        rate("a", 1).table("Fan out").with("trains", 256, "capacity", 32),
                        rate("a", 2).table("Fan out").with("trains", 32, "capacity", 256));
        assertThat(cards(run))
                .extracting(Card::title)
                .containsExactly("Fan out: 256 trains of 32", "Fan out: 32 trains of 256");
        assertThat(cards(run)).noneMatch(Card::isSweep);
    }

    @Test
    void tablesAreNeverMixed() {
        LabResult run =
                run(
                        rate("a", 1).table("One").with("capacity", 1),
                        rate("a", 1).table("One").with("capacity", 2),
                        rate("a", 1).table("Two").with("capacity", 4));
        assertThat(cards(run)).noneMatch(Card::isSweep).hasSize(3);
    }

    @Test
    void everyMetricHasACardOfItsOwn() {
        assertThat(cards(run(time("a", 1), time("a", 2).metric("other delay", "ns", "lower"))))
                .hasSize(2);
    }

    @Test
    void barsAreSortedWithTheBestFirstAfterTheLimit() {
        Card higher = cards(run(rate("b", 1), rate("a", 3), rate("limit", 2))).getFirst();
        assertThat(higher.results())
                .extracting(one -> one.system())
                .containsExactly("limit", "a", "b");
        Card lower = cards(run(time("b", 1), time("a", 3))).getFirst();
        assertThat(lower.results()).extracting(one -> one.system()).containsExactly("b", "a");
    }

    @Test
    void everyResultIsOnACard() {
        LabResult run = RunFixtures.railway();
        List<Object> shown = new ArrayList<>();
        Chapter.of(run)
                .forEach(chapter ->
                        chapter.cards().stream()
                                .filter(card -> !card.summary())
                                .forEach(card -> shown.addAll(card.results())));
        assertThat(shown).containsExactlyInAnyOrderElementsOf(run.results());
    }

    @Test
    void anEmptyRunHasNoChapters() {
        assertThat(Chapter.of(run())).isEmpty();
    }

    @Test
    void aSweepSaysHowOftenOursIsAhead() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 10, 10, 10, 10, 10).with("capacity", 1),
                        rate("disruptor", 20, 20, 20, 20, 20).with("capacity", 1),
                        rate("roundhouse-railway", 40, 40, 40, 40, 40).with("capacity", 8),
                        rate("disruptor", 20, 20, 20, 20, 20).with("capacity", 8),
                        rate("roundhouse-railway", 60, 60, 60, 60, 60).with("capacity", 64),
                        rate("disruptor", 20, 20, 20, 20, 20).with("capacity", 64));
        assertThat(sweepFinding(run))
                .isEqualTo(
                        "roundhouse-railway is ahead of all others at 2 of 3 settings, behind the best of them at 1 of 3"
                                + " settings: 0.50 to 3.00 times the best other system. It is at its best with capacity 64:"
                                + " 60 goods a second.");
    }

    @Test
    void aSweepOfFewRoundsIsUndecided() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 10, 10).with("capacity", 1),
                        rate("disruptor", 20, 20).with("capacity", 1),
                        rate("roundhouse-railway", 40, 40).with("capacity", 8),
                        rate("disruptor", 20, 20).with("capacity", 8),
                        rate("roundhouse-railway", 60, 60).with("capacity", 64),
                        rate("disruptor", 20, 20).with("capacity", 64));
        assertThat(sweepFinding(run))
                .startsWith(
                        "roundhouse-railway is undecided for too few rounds at each of the 3 settings: 0.50 to 3.00 times");
        assertThat(HtmlReport.page(run, Map.of()))
                .contains("in 2 rounds only</small>")
                .doesNotContain("level</small>")
                .doesNotContain("Half of the rounds");
    }

    @Test
    void aSweepOfDifferentJobsSpeaksOfAllOfThem() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 10, 10, 10, 10, 10).with("producers", 1),
                        rate("disruptor", 20, 20, 20, 20, 20).with("producers", 1),
                        rate("roundhouse-queue", 40, 40, 40, 40, 40).with("producers", 2),
                        rate("disruptor", 20, 20, 20, 20, 20).with("producers", 2),
                        rate("roundhouse-queue", 30, 30, 30, 30, 30).with("producers", 3),
                        rate("disruptor", 30, 30, 30, 30, 30).with("producers", 4));

        assertThat(sweepFinding(run))
                .isEqualTo(
                        "roundhouse-railway or roundhouse-queue, whichever is better, is ahead of all others at 1 of 4"
                                + " settings, behind the best of them at 1 of 4 settings, not compared at 2 of 4 settings:"
                                + " 0.50 to 2.00 times the best other system. roundhouse-queue is at its best with producers 2:"
                                + " 40 goods a second.");
    }

    @Test
    void aSweepOfOursAloneSaysWhichSettingWasTheBest() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 10).with("producers", 1),
                        rate("roundhouse-railway", 40).with("producers", 2),
                        rate("other", 90).with("producers", 3),
                        rate("roundhouse-railway", 30).with("producers", 4));

        assertThat(sweepFinding(run))
                .isEqualTo(
                        "Of 3 settings the best is producers 2. roundhouse-railway does 40 goods a second."
                                + " Nothing was measured beside it.");
    }

    @Test
    void aSweepWithoutOursSaysWhichSettingWasTheBest() {
        LabResult run =
                run(
                        time("a", 30).with("rate", 1),
                        time("a", 10).with("rate", 2),
                        time("a", 20).with("rate", 3));

        assertThat(sweepFinding(run))
                .isEqualTo(
                        "Of 3 settings the best is rate 2. None of ours took part. The best is a with 10.0 ns.");
    }

    private static String sweepFinding(LabResult run) {
        Card sweep = cards(run).stream().filter(Card::isSweep).findFirst().orElseThrow();
        return new Findings(run).of(sweep);
    }

    private static LabResult sweep(int... capacities) {
        List<ResultFixture> results = new ArrayList<>();
        for (int capacity : capacities) {
            results.add(
                    rate("a", capacity)
                            .table("One train")
                            .with("producers", 1, "trains", 1, "capacity", capacity));
            results.add(
                    rate("b", 4)
                            .table("One train")
                            .with("producers", 1, "trains", 1, "capacity", capacity));
        }
        return run(results.toArray(ResultFixture[]::new));
    }

    private static List<Card> cards(LabResult run) {
        return Chapter.of(run).getFirst().cards();
    }
}
