package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.disturbed;
import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.result;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.model.Stolen;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class VerdictTest {

    // ---- what is too little to tell -------------------------------------------------------------

    @Test
    void aLineOfFewRoundsSaysSoAndGivesNoVerdict() {
        Verdict.Line line =
                only(run(rate("roundhouse-railway", 30, 30), rate("disruptor", 10, 10)));

        assertThat(line.standing()).isEqualTo(Standing.OPEN);
        assertThat(line.toString())
                .contains("3.00 times the rate of the best other system, in 2 rounds only. ");
    }

    @Test
    void whoIsBehindOneThatMeasuredNothingIsToldSo() {
        Verdict.Line half =
                only(
                        run(
                                time("roundhouse-railway", 40, 40, 40, 40, 40, 40, 40),
                                time("jctools", 0, 0, 0, 0, 36, 36, 36)));
        Verdict.Line always =
                only(
                        run(
                                time("roundhouse-railway", 40, 40, 40, 40, 40),
                                time("jctools", 0, 0, 0, 0, 0)));

        assertThat(half.standing()).isEqualTo(Standing.BEHIND);
        assertThat(half.ratio()).isEqualTo("∞ times the time");
        assertThat(half.text())
                .endsWith(
                        "jctools, the best of the others, 0 ns. The other measured 0 in 4 rounds.");
        assertThat(always.standing()).isEqualTo(Standing.BEHIND);
        assertThat(always.finding())
                .startsWith("∞ times the time of the best other system. roundhouse-railway takes")
                .endsWith("The other measured 0 in 5 rounds.");
    }

    @Test
    void whoLacksSamplesIsNeitherAheadNorBehind() {
        double[] ten = {10, 10, 10, 10, 10};
        double[] five = {5, 5, 5, 5, 5, 5, 5, 5};
        Verdict.Line ours =
                only(run(rate("roundhouse", ten).incomplete(), rate("fork-join", five)));
        Verdict.Line rival =
                only(run(rate("fork-join", ten).incomplete(), rate("roundhouse", five)));
        Verdict.Line another =
                only(
                        run(
                                rate("roundhouse", ten),
                                rate("fork-join", five),
                                rate("go", 1, 1, 1).incomplete()));

        assertThat(ours.standing()).isEqualTo(Standing.OPEN);
        assertThat(ours.warning()).isEqualTo("incomplete");
        assertThat(ours.finding())
                .startsWith(
                        "2.00 times the rate of the best other system, incomplete."
                                + " roundhouse (incomplete) does 10 goods a second; fork-join,");
        assertThat(rival.standing()).isEqualTo(Standing.OPEN);
        assertThat(rival.text()).contains("; fork-join (incomplete), the best of the others,");
        assertThat(another.standing()).isEqualTo(Standing.AHEAD);
        assertThat(another.warning()).isEmpty();
    }

    @Test
    void whoIsBehindOneThatIsCompleteIsBehind() {
        double[] ten = {10, 10, 10, 10, 10};
        double[] nine = {9, 9, 9, 9, 9};
        double[] five = {5, 5, 5, 5, 5};
        Verdict.Line rival =
                only(
                        run(
                                rate("go", ten).incomplete(),
                                rate("fork-join", nine),
                                rate("roundhouse", five)));
        Verdict.Line ours =
                only(run(rate("fork-join", nine), rate("roundhouse", five).incomplete()));
        Verdict.Line notBehind =
                only(
                        run(
                                rate("go", ten).incomplete(),
                                rate("fork-join", five),
                                rate("roundhouse", nine)));

        assertThat(rival.standing()).isEqualTo(Standing.BEHIND);
        assertThat(rival.warning()).isEqualTo("incomplete");
        assertThat(rival.text())
                .contains("; go (incomplete), the best of the others,")
                .endsWith(
                        " It is behind fork-join, which lacks no samples, too: 9 goods a second.");
        assertThat(ours.standing()).isEqualTo(Standing.BEHIND);
        assertThat(ours.text()).doesNotContain("lacks no samples");
        assertThat(notBehind.standing()).isEqualTo(Standing.OPEN);
        assertThat(notBehind.text()).doesNotContain("lacks no samples");
    }

    // ---- contests -------------------------------------------------------------------------------

    @Test
    void eachSystemTakesPartWithTheBestOfItsSettings() {
        Contest contest =
                Contest.of(
                                run(
                                        rate("roundhouse-railway", 100)
                                                .with("producers", 1, "capacity", 1),
                                        rate("roundhouse-railway", 900)
                                                .with("producers", 1, "capacity", 2048),
                                        rate("disruptor", 300).with("producers", 1, "capacity", 1),
                                        rate("disruptor", 200)
                                                .with("producers", 1, "capacity", 2048)))
                        .getFirst();
        assertThat(contest.entries()).extracting(Result::median).containsExactly(900.0, 300.0);
        assertThat(contest.setting(2)).isEqualTo("1 producer");
    }

    @Test
    void differentJobsAreDifferentContests() {
        assertThat(
                        Contest.of(
                                run(
                                        rate("disruptor", 1).with("producers", 1),
                                        rate("disruptor", 1).with("producers", 3),
                                        rate("disruptor", 1)
                                                .with(
                                                        "producers",
                                                        3,
                                                        "scenario",
                                                        "oversubscribed"))))
                .hasSize(3);
    }

    @Test
    void aCountOfWhatIsUnderWayIsNoContest() {
        assertThat(
                        Contest.of(
                                run(
                                        result("pi", "roundhouse-csp")
                                                .metric("most jobs under way", "", Result.LOWER)
                                                .samples(2_049, 2_050),
                                        result("pi", "disruptor-optimized")
                                                .metric("most jobs under way", "", Result.LOWER)
                                                .samples(16_147, 16_150))))
                .isEmpty();
    }

    @Test
    void whateverSaysSoIsABoundAndNoRival() {
        LabResult run =
                run(
                        rate("single-thread", 100, 100).bound(),
                        rate("framework-v1", 5, 5),
                        rate("roundhouse", 50, 50));
        Contest contest = Contest.of(run).getFirst();

        assertThat(contest.limit()).get().extracting(Result::system).isEqualTo("single-thread");
        assertThat(contest.rival()).get().extracting(Result::system).isEqualTo("framework-v1");
        assertThat(only(run).toString())
                .contains("10.0 times the rate of the best other system")
                .contains("Ours is at 0.50 of the bound, single-thread, 100 goods a second.");
        assertThat(Group.of(run).getFirst().ranking())
                .extracting(Result::system)
                .containsExactly("roundhouse", "framework-v1");
    }

    @Test
    void oursWithReferencesStandsBesideOursWithNumbers() {
        LabResult run =
                run(
                        rate("jctools", 10, 10),
                        rate("roundhouse-railway", 50, 50),
                        rate("roundhouse-railway-references", 15, 15));

        assertThat(only(run).text())
                .contains(
                        "Carrying references to objects, as queues do, it does 15 goods a second,"
                                + " 1.50 times the rate of jctools.");
        assertThat(only(run).ratio()).isEqualTo("5.00 times the rate");
    }

    @Test
    void whatARunDidNotGetToIsSaid() {
        LabResult clean = run(rate("a", 1, 1));
        LabResult cut =
                lacking(
                        clean,
                        List.of(),
                        List.of(
                                new Missing("transfer", "b", Map.of("producers", 3)),
                                new Missing("transfer", "b", Map.of("producers", 4)),
                                new Missing("idle", "a", Map.of())));

        assertThat(Verdict.of(cut).cautions())
                .containsExactly(
                        "The run was stopped early and did not get to transfer (2 settings) of b;"
                                + " to idle (1 setting) of a.");
    }

    @Test
    void theLimitIsNoContender() {
        Contest contest = Contest.of(run(rate("limit", 1000), rate("disruptor", 10))).getFirst();
        assertThat(contest.entries()).extracting(Result::system).containsExactly("disruptor");
        assertThat(contest.limit()).isPresent();
        assertThat(Contest.of(run(rate("limit", 1000)))).isEmpty();
    }

    // ---- sentences ------------------------------------------------------------------------------

    @Test
    void aWonContestNamesBothSidesTheRatioTheLimitAndTheDefault() {
        Verdict.Line line =
                only(
                        run(
                                rate("limit", 500e6, 500e6, 500e6, 500e6, 500e6)
                                        .with("producers", 3, "consumers", 1),
                                rate("disruptor", 100e6, 100e6, 100e6, 100e6, 100e6)
                                        .with("producers", 3, "consumers", 1),
                                rate("roundhouse-railway", 250e6, 250e6, 250e6, 250e6, 250e6)
                                        .with("producers", 3, "consumers", 1),
                                rate("roundhouse-railway", 200e6, 200e6, 200e6, 200e6, 200e6)
                                        .with("producers", 3, "consumers", 1)
                                        .byDefault()));
        assertThat(line.standing()).isEqualTo(Standing.AHEAD);
        assertThat(line.topic()).isEqualTo("Transfer, 3 producers, 1 consumer");
        assertThat(line.ratio()).isEqualTo("2.50 times the rate");
        assertThat(line.text())
                .isEqualTo(
                        "roundhouse-railway does 250 million goods a second; disruptor, the best of the others, 100"
                                + " million goods a second. Ours is at 0.50 of the machine's own limit, 500 million goods a"
                                + " second. By default it does 200 million goods a second, 0.80 of its best.");
    }

    @Test
    void aLostContestIsCalledLost() {
        Verdict.Line line =
                only(
                        run(
                                time("roundhouse-railway", 150, 150, 150, 150, 150),
                                time("jctools", 100, 100, 100, 100, 100)));
        assertThat(line.standing()).isEqualTo(Standing.BEHIND);
        assertThat(line.ratio()).isEqualTo("1.50 times the time");
        assertThat(line.text())
                .contains("roundhouse-railway takes 150 ns")
                .contains("jctools, the best of the others, 100 ns");
    }

    @Test
    void withoutOursTheBestIsNamed() {
        Verdict.Line line = only(run(rate("jctools", 10), rate("disruptor", 30)));
        assertThat(line.standing()).isEqualTo(Standing.ALONE);
        assertThat(line.text())
                .startsWith("None of ours took part. The best is disruptor with 30 goods a second");
    }

    @Test
    void aloneNothingIsClaimed() {
        Verdict.Line line = only(run(rate("roundhouse-railway", 10)));
        assertThat(line.standing()).isEqualTo(Standing.ALONE);
        assertThat(line.ratio()).isEmpty();
        assertThat(line.text()).contains("Nothing was measured beside it");
    }

    @Test
    void aWakeUpIsNamedWithWhatTheWaitingBurns() {
        Verdict verdict =
                Verdict.of(
                        run(
                                result("idle", "roundhouse-railway")
                                        .metric("CPU", "%", Result.LOWER)
                                        .samples(0.1, 0.1),
                                result("idle", "jctools")
                                        .metric("CPU", "%", Result.LOWER)
                                        .samples(99, 99),
                                result("idle", "roundhouse-railway")
                                        .metric("wake-up", "ns", Result.LOWER)
                                        .samples(50e3, 50e3),
                                result("idle", "jctools")
                                        .metric("wake-up", "ns", Result.LOWER)
                                        .samples(100, 100)));
        assertThat(verdict.lines().get(1).text())
                .contains("takes 50.0 µs (at 0.1 % of a core while it waits)")
                .contains("100 ns (at 99 % of a core while it waits)");
    }

    @Test
    void publishedFiguresThatDifferAreToldSystemBySystem() {
        LabResult run =
                run(
                        rate("array-blocking-queue", 1e6)
                                .table("T")
                                .with("capacity", 1)
                                .published(8e6, "2013"),
                        rate("published-railway", 2e6)
                                .table("T")
                                .with("capacity", 1)
                                .published(72e6, "2013"),
                        rate("published-railway", 2e6)
                                .table("T")
                                .with("capacity", 2)
                                .published(74e6, "2013"),
                        rate("roundhouse-railway", 3e6).table("T").with("capacity", 3),
                        rate("roundhouse-railway", 3e6).table("T").with("capacity", 4));

        TextTable table = TextTables.of(run).getFirst();

        assertThat(table.rows())
                .extracting(row -> row.get(1))
                .containsExactly(
                        "array-blocking-queue 8.00 M/s, published-railway 72.0 M/s",
                        "74.0 M/s",
                        "",
                        "");
    }

    @Test
    void moreWorkersThanCoresAreMarkedWhereverTheyAreNamed() {
        LabResult run =
                run(
                        rates("pi", "roundhouse-pipeline", 10).with("workers", 2),
                        rates("pi", "roundhouse-pipeline", 8).with("workers", 4),
                        rates("pi", "disruptor", 6).with("workers", 2),
                        rates("pi", "disruptor", 7).with("workers", 4));

        assertThat(only(run).text())
                .contains("roundhouse-pipeline (2 workers) does")
                .contains("disruptor (4 workers (more than cores)), the best of the others");
        assertThat(TextTables.of(run))
                .extracting(TextTable::title)
                .allMatch(title -> title.contains("workers"))
                .filteredOn(title -> title.contains("(4 workers (more than cores); "))
                .hasSize(1);
    }

    private static ResultFixture rates(String workload, String system, double rate) {
        return result(workload, system).samples(rate, rate, rate, rate, rate);
    }

    // ---- cautions -------------------------------------------------------------------------------

    @Test
    void whoWasStillGettingBetterIsNamed() {
        ResultFixture warm = settling(rate("a", 9, 11, 10, 10, 11, 9), 1, 9, 11, 10, 10, 11, 9);
        ResultFixture cold = settling(rate("b", 2, 3, 5, 4, 7, 9), 1, 2, 3, 5, 4, 7, 9);
        ResultFixture tired = settling(rate("d", 9, 7, 4, 5, 3, 2), 9, 7, 4, 5, 3, 2);
        ResultFixture bound = settling(rate("limit", 20, 30, 50, 70, 90), 20, 30, 50, 70, 90);
        // states, not a trend
        ResultFixture two = settling(rate("c", 10, 30, 9, 31, 10, 30), 10, 30, 9, 31, 10, 30);
        assertThat(stillGettingBetter(warm, cold, two, tired, bound)).endsWith("transfer b.");

        ResultFixture quicker = settling(time("a", 9, 7, 4, 5, 3, 2), 9, 7, 4, 5, 3, 2);
        ResultFixture slower = settling(time("b", 2, 3, 5, 4, 7, 9), 2, 3, 5, 4, 7, 9);
        assertThat(stillGettingBetter(quicker, slower)).endsWith("latency a.");
    }

    @Test
    void processesThatDifferAreNoTrendAndTheFirstOneIsLookedAt() {
        double[] first = {2, 3, 8, 8, 8, 8, 8, 8};
        ResultFixture other =
                settling(rate("other", 8, 8, 8, 8, 8, 8, 11, 11, 11, 11, 11, 11), first);
        ResultFixture cold =
                settling(rate("cold", 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7), 1, 1, 2, 3, 4, 5, 6, 7);
        assertThat(stillGettingBetter(other, cold)).endsWith("transfer cold.");
    }

    private static ResultFixture settling(ResultFixture result, double... firstProcess) {
        List<Double> values = DoubleStream.of(firstProcess).boxed().toList();
        return result.series(new Series(values.stream().map(_ -> 1.0).toList(), values));
    }

    private static String stillGettingBetter(ResultFixture... results) {
        return Verdict.of(run(results)).cautions().stream()
                .filter(caution -> caution.contains("still getting better"))
                .collect(Collectors.joining("; "));
    }

    @Test
    void nothingMakesACleanRunSuspect() {
        assertThat(Verdict.of(run(rate("disruptor", 1, 2, 3))).cautions()).isEmpty();
    }

    @Test
    void weakFiguresAreCalledWeak() {
        assertThat(Verdict.of(run()).cautions()).containsExactly("Nothing was measured.");
        assertThat(Verdict.of(run(rate("a", 1, 2).scale("smoke"))).cautions())
                .singleElement()
                .asString()
                .contains("smoke");
        assertThat(Verdict.of(run(rate("a", 1, 2).incomplete(), rate("b", 1, 2))).cautions())
                .singleElement()
                .asString()
                .isEqualTo("Not all samples were taken: 1 of 2 results are incomplete.");
        assertThat(Verdict.of(run(rate("a", 1))).cautions())
                .singleElement()
                .asString()
                .contains("single sample");
        assertThat(Verdict.of(run(1.7, rate("a", 1, 2))).cautions())
                .singleElement()
                .asString()
                .contains("load 1.70 on 2 cores");
    }

    @Test
    void aSystemAboveTheLimitMakesTheLimitWrong() {
        ResultFixture limit = rate("limit", 100, 100, 100, 100, 100);
        assertThat(cautions(limit, rate("disruptor", 110, 110, 110, 110, 110)))
                .singleElement()
                .asString()
                .contains("disruptor was measured at 1.10 of the machine's own limit");
        assertThat(cautions(limit, rate("disruptor", 102, 102, 102, 102, 102))).isEmpty();
    }

    @Test
    void aTimeBelowTheLimitMakesTheLimitWrongToo() {
        ResultFixture limit = time("limit", 100, 100, 100, 100, 100);
        assertThat(cautions(limit, time("jctools", 80, 80, 80, 80, 80)))
                .singleElement()
                .asString()
                .contains("jctools was measured at 0.80 of the machine's own limit");
        assertThat(cautions(limit, time("jctools", 120, 120, 120, 120, 120))).isEmpty();
    }

    @Test
    void aFewRoundsOrWidelySpreadOnesMakeNoLimitWrong() {
        assertThat(cautions(rate("limit", 100, 100), rate("disruptor", 150, 150))).isEmpty();
        assertThat(cautions(time("limit", 100, 100), time("jctools", 50, 50))).isEmpty();
        assertThat(
                        cautions(
                                rate("limit", 100, 100, 100, 100, 100),
                                rate("disruptor", 90, 90, 150, 150, 150)))
                .isEmpty();
        assertThat(
                        cautions(
                                time("limit", 100, 100, 100, 100, 100),
                                time("jctools", 110, 110, 50, 50, 50)))
                .isEmpty();
    }

    private static List<String> cautions(ResultFixture... results) {
        return Verdict.of(run(results)).cautions();
    }

    @Test
    void aBoundFarBelowThatOfMoreThreadsIsSuspect() {
        LabResult odd =
                run(
                        rate("limit", 340e6, 340e6).with("producers", 1, "batch", 1),
                        rate("jctools", 200e6, 200e6).with("producers", 1, "batch", 1),
                        rate("limit", 3.4e9, 3.4e9).with("producers", 3, "batch", 1),
                        rate("jctools", 90e6, 90e6).with("producers", 3, "batch", 1));
        LabResult even =
                run(
                        rate("limit", 700e6, 700e6).with("producers", 1),
                        rate("jctools", 200e6, 200e6).with("producers", 1),
                        rate("limit", 3.4e9, 3.4e9).with("producers", 3),
                        rate("jctools", 90e6, 90e6).with("producers", 3));

        assertThat(Verdict.of(odd).cautions())
                .containsExactly(
                        "Transfer, 1 producer: the bound, 340 M/s, is far below the 3.40 G/s of"
                                + " Transfer, 3 producers. It was measured too low, or the machine"
                                + " was slower then.");
        assertThat(Verdict.of(even).cautions()).isEmpty();
    }

    @Test
    void whatWasNotTriedIsSaid() {
        assertThat(Verdict.of(run(rate("a", 1, 2).untried(3), rate("b", 1, 2))).cautions())
                .containsExactly(
                        "For want of time some were measured without trying all of their"
                                + " configurations: in transfer a.");
    }

    @Test
    void whatTheHostTookIsSaid() {
        LabResult quiet = run(rate("a", 1, 2));
        assertThat(Verdict.of(disturbed(quiet, stolen(1, 199))).cautions()).isEmpty();
        assertThat(Verdict.of(disturbed(quiet, stolen(1, 0), stolen(2, 1_200))).cautions())
                .containsExactly(
                        "The machine's host gave 6.00 % of the processor time that was wanted to"
                                + " others; where much is taken, who sleeps and wakes up suffers most."
                                + " Measure again when it is quiet: Transfer 2 producers (12.0 %).");
    }

    @Test
    void ofManyDisturbedSettingsTheWorstAreNamed() {
        Stolen[] stolen = new Stolen[7];
        for (int i = 0; i < stolen.length; i++) {
            stolen[i] = stolen(i + 1, 300 + 100 * i);
        }
        assertThat(Verdict.of(disturbed(run(rate("a", 1, 2)), stolen)).cautions())
                .singleElement()
                .asString()
                .contains("quiet: Transfer 7 producers (9.00 %), Transfer 6 producers (8.00 %)")
                .endsWith("Transfer 3 producers (5.00 %), and 2 more settings (7 in all).");
    }

    private static Stolen stolen(int producers, long takenMillis) {
        return new Stolen("transfer", Map.of("producers", producers), 10_000, takenMillis);
    }

    @Test
    void failuresAreNamed() {
        LabResult clean = run(rate("a", 1, 2));
        LabResult failed =
                lacking(
                        clean,
                        List.of(new Failure("transfer", "b", Map.of("producers", 3), "wrong sum")),
                        List.of());
        assertThat(Verdict.of(failed).cautions())
                .containsExactly("b failed in transfer (3 producers): wrong sum");
    }

    /** That run with failures, or with what it did not get to when it was stopped. */
    private static LabResult lacking(
            LabResult clean, List<Failure> failures, List<Missing> missing) {
        return new LabResult(
                1,
                "compare",
                clean.environment(),
                clean.results(),
                List.of(),
                List.of(),
                failures,
                !missing.isEmpty(),
                missing,
                List.of(),
                List.of(),
                List.of());
    }

    private static Verdict.Line only(LabResult run) {
        List<Verdict.Line> lines = Verdict.of(run).lines();
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }
}
