package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.roundhouse.lab.workload.CallsWorkload;
import io.roundhouse.lab.workload.ChannelWorkload;
import io.roundhouse.lab.workload.IdleWorkload;
import io.roundhouse.lab.workload.RingWorkload;
import io.roundhouse.lab.workload.SelectWorkload;
import io.roundhouse.lab.workload.TransferWorkload;
import io.roundhouse.lab.workload.Workload;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the time of a run is shared out; by a clock that only moves when time is spent. */
class BudgetTest {

    private static final Scale QUICK = Scale.ALL.get(1);
    private static final double SCOUTS_MILLIS = Budget.START_MILLIS;

    private double nowMillis;
    private Budget budget = Budget.unlimited();

    private Budget budget(long millis) {
        return Budget.ofMillis(millis, () -> (long) (nowMillis * 1e6));
    }

    @Test
    void aRunWithoutAnEndKeepsToItsScale() {
        Budget budget = Budget.unlimited();
        budget.cellBegins(1.0 / 3);

        assertThat(budget.fit(QUICK, 50, new CallsWorkload())).isEqualTo(QUICK);
        Trial trial = budget.trial(QUICK, List.of(50, 2), new CallsWorkload());
        assertThat(trial.variants()).isEqualTo(50);
        assertThat(trial.warmMillis()).isEqualTo(QUICK.tryMillis());
        assertThat(trial.passes()).isEqualTo(15);
        assertThat(budget.over(QUICK)).isFalse();
    }

    @Test
    void plentyOfTimeIsNoReasonToTakeMore() {
        Budget budget = budget(10_000_000);
        budget.cellBegins(1);

        assertThat(budget.fit(QUICK, 2, new CallsWorkload())).isEqualTo(QUICK);
        assertThat(budget.trial(QUICK, List.of(4, 4), new CallsWorkload()))
                .isEqualTo(Budget.unlimited().trial(QUICK, List.of(4, 4), new CallsWorkload()));
    }

    @Test
    void whatIsCompiledOnceIsTakenFromAllSettings() {
        Budget budget = budget(120_000);
        budget.cellBegins(1.0 / 8);
        nowMillis += 12_000; // six systems come up, two of them are compiled before
        budget.started(6);
        Scale first = budget.fit(QUICK, 6, new CallsWorkload());
        nowMillis = 120_000 - 7 * 13_000;
        budget.cellBegins(1.0 / 7);
        nowMillis += 6 * Budget.LONGEST_START_MILLIS;
        budget.started(6);
        Scale second = budget.fit(QUICK, 6, new CallsWorkload());

        assertThat(first.warmMillis()).isCloseTo(second.warmMillis(), withinPercentage(10));
        assertThat(first.sampleMillis()).isCloseTo(second.sampleMillis(), withinPercentage(10));
    }

    @Test
    void littleTimeMakesSamplesShorterButNotFewer() {
        Budget budget = budget(10_000);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new TransferWorkload());

        assertThat(fitted.samples()).isEqualTo(QUICK.samples());
        assertThat(fitted.sampleMillis()).isLessThan(QUICK.sampleMillis());
        double warm = WarmingUp.millisOf(fitted.warmMillis());
        double each = warm + fitted.samples() * fitted.sampleMillis();
        assertThat(10 * each).isLessThan(10_000);
    }

    @Test
    void noTimeAtAllStillGivesSamples() {
        Budget budget = budget(0);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new CallsWorkload());

        assertThat(fitted.samples()).isEqualTo(QUICK.samples());
        assertThat(fitted.sampleMillis()).isPositive();
        Trial trial = budget.trial(QUICK, List.of(8, 1), new CallsWorkload());
        assertThat(trial.variants()).isEqualTo(1);
        assertThat(trial.warmMillis()).isPositive();
        assertThat(trial.sampleMillis()).isPositive();
    }

    @Test
    void noTimeAtAllIsNoReasonToMeasureColdCode() {
        Budget budget = budget(0);
        budget.cellBegins(1);

        for (Workload workload : List.of(new RingWorkload(), new TransferWorkload())) {
            assertThat(budget.fit(QUICK, 10, workload).warmMillis())
                    .isEqualTo(workload.ampleWarmUpMillis());
        }
    }

    @Test
    void whoSelectsAmongChannelsIsNotMeasuredColderThanWhoHasOne() {
        assertThat(new SelectWorkload().ampleWarmUpMillis())
                .isEqualTo(new ChannelWorkload().ampleWarmUpMillis());
        assertThat(new SelectWorkload().shortestSampleMillis())
                .isEqualTo(new ChannelWorkload().shortestSampleMillis());
    }

    @Test
    void trialsBecomeShorterFirstAndFewerOnlyThen() {
        Budget budget = budget(28_400);
        budget.cellBegins(1);
        Trial ample = budget.trial(QUICK, Collections.nCopies(7, 4), new RingWorkload());

        budget = budget(22_900);
        budget.cellBegins(1);
        Trial fewer = budget.trial(QUICK, Collections.nCopies(7, 4), new RingWorkload());

        budget = budget(16_400);
        budget.cellBegins(1);
        Trial shortest = budget.trial(QUICK, Collections.nCopies(7, 4), new RingWorkload());

        assertThat(ample.variants()).isEqualTo(4);
        assertThat(ample.sampleMillis()).isBetween(3, 9);
        assertThat(ample.passes()).isEqualTo(15);
        assertThat(fewer.variants()).isEqualTo(4);
        assertThat(fewer.passes()).isBetween(3, 14);
        assertThat(shortest.variants()).isLessThan(4);
    }

    @Test
    void whatSystemsTakeToComeUpCostsAConfigurationAndNoWarmUp() {
        budget = budget(16_200);
        budget.cellBegins(1);
        Trial quick = budget.trial(QUICK, Collections.nCopies(8, 4), new TransferWorkload());
        budget = budget(16_200);
        budget.cellBegins(1);
        budget.started(8);
        nowMillis += 1_000; // a compiler, say
        Trial slow = budget.trial(QUICK, Collections.nCopies(8, 4), new TransferWorkload());

        assertThat(quick.variants()).isEqualTo(4);
        assertThat(slow.variants()).isEqualTo(3);
    }

    @Test
    void configurationsAreGivenUpForAnAmpleWarmUp() {
        int ample = new RingWorkload().ampleWarmUpMillis();
        assertThat(ample).isGreaterThan(new TransferWorkload().ampleWarmUpMillis());

        int simple = triedInSixteenSeconds(new TransferWorkload());
        assertThat(triedInSixteenSeconds(new RingWorkload())).isLessThan(simple);
        assertThat(budget.fit(QUICK, 7, new RingWorkload()).warmMillis())
                .isGreaterThanOrEqualTo(ample);
    }

    private int triedInSixteenSeconds(Workload workload) {
        budget = budget(16_000);
        budget.cellBegins(1);
        nowMillis += 7 * SCOUTS_MILLIS;
        Trial trial = budget.trial(QUICK, Collections.nCopies(7, 8), workload);
        int tried = 7 * trial.variants();
        nowMillis += (tried - 7) * Budget.START_MILLIS;
        nowMillis += tried * (trial.warmMillis() + trial.passes() * taken(trial.sampleMillis()));
        return trial.variants();
    }

    /** What is left after the trials must suffice for those that were chosen by them. */
    @ParameterizedTest
    @CsvSource({"1, 8", "2, 8", "3, 8", "8, 8", "2, 12", "4, 20", "8, 4", "5, 2"})
    void trialsLeaveTimeForAnAmpleWarmUpHoweverManyAreMeasured(int systems, int variants) {
        Workload workload = new TransferWorkload();
        Set<Integer> finalists = new HashSet<>();
        for (int millis = 4_000 * systems; millis < 40_000 * systems; millis += 250) {
            nowMillis = 0;
            budget = budget(millis);
            budget.cellBegins(1);
            nowMillis += SCOUTS_MILLIS * systems;
            Trial trial = budget.trial(QUICK, Collections.nCopies(systems, variants), workload);
            finalists.add(trial.finalists());

            int contenders = tried(trial, systems, variants);

            Scale fitted = budget.fit(QUICK, contenders, workload);
            assertThat(fitted.warmMillis())
                    .as("warm-up of %d ms for %s", millis, trial)
                    .isGreaterThanOrEqualTo(workload.ampleWarmUpMillis());
            double warm = WarmingUp.millisOf(fitted.warmMillis());
            double each = warm + fitted.samples() * taken(fitted.sampleMillis());
            assertThat(nowMillis + contenders * each)
                    .as("time of %d ms for %s", millis, trial)
                    .isLessThan(1.02 * millis);
        }
        assertThat(finalists).contains(3);
    }

    /** Spends the time of trials, as they go on; returns how many contenders they choose. */
    private int tried(Trial trial, int systems, int variants) {
        int tried = Math.min(variants, trial.variants());
        double samples = trial.passes() * taken(trial.sampleMillis());
        nowMillis += Budget.START_MILLIS * systems * (tried - 1);
        nowMillis += systems * tried * (trial.warmMillis() + samples);
        if (tried >= Tryout.MANY && trial.finalists() > 1) {
            double again = Tryout.LONGER * trial.warmMillis() + samples;
            nowMillis += systems * Math.ceilDiv(tried, 2) * again;
        }
        return systems * Math.min(tried, trial.finalistsOf(tried) + 1);
    }

    @Test
    void noTimeAtAllIsNoReasonToTakeFewerSamplesThanMeanSomething() {
        Workload workload = new ChannelWorkload();
        Budget budget = budget(900);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 1, workload);

        assertThat(fitted.sampleMillis()).isEqualTo(workload.shortestSampleMillis());
        assertThat(fitted.samples()).isEqualTo(workload.fewestSamples());
    }

    @Test
    void samplesGetTheirTimeWhateverWasWaitedForCompilers() {
        Budget budget = budget(10_000);
        budget.cellBegins(1);
        Scale fitted = budget.fit(QUICK, 4, new CallsWorkload());
        nowMillis = 25_000;
        assertThat(budget.over(fitted)).isTrue();
        budget.samplesBegin(fitted, 4);
        double samples = 4 * fitted.samples() * taken(fitted.sampleMillis());

        nowMillis += samples - 1;
        assertThat(budget.over(fitted)).isFalse();
        nowMillis += 2;
        assertThat(budget.over(fitted)).isTrue();
        budget.cellBegins(1);
        nowMillis += 1;
        assertThat(budget.over(fitted)).as("the next setting").isTrue();
    }

    @Test
    void theFirstOfManyProcessesHasItsPartOfTheTime() {
        Budget budget = budget(10_000);
        budget.cellBegins(1);
        Scale many = QUICK.withForks(5);
        nowMillis = 1_990;
        assertThat(budget.over(many)).isFalse();
        nowMillis = 2_010;
        assertThat(budget.over(many)).isTrue();
        budget.samplesBegin(many.withSamples(2).withTimes(100, 0, 0), 3);
        nowMillis += 3 * 2 * taken(100) - 1;
        assertThat(budget.over(many)).isFalse();
        nowMillis += 2;
        assertThat(budget.over(many)).isTrue();
    }

    @Test
    void samplesThatCannotBeShorterBecomeFewer() {
        Budget budget = budget(1_000);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new IdleWorkload());

        assertThat(fitted.sampleMillis()).isEqualTo(new IdleWorkload().shortestSampleMillis());
        assertThat(fitted.samples()).isEqualTo(2);
    }

    /** Two settings: each system gets as much time, wherever it measures. */
    @Test
    void aSettingOfMoreSystemsGetsMoreTime() {
        int[] sizes = {12, 6};
        Budget budget = budget(18_000);
        budget.cellBegins(LabRun.part(List.of(sizes[0], sizes[1])));
        int many = budget.fit(QUICK, sizes[0], new CallsWorkload()).sampleMillis();
        nowMillis = 12_000;
        budget.cellBegins(LabRun.part(List.of(sizes[1])));
        int few = budget.fit(QUICK, sizes[1], new CallsWorkload()).sampleMillis();

        assertThat(many).isEqualTo(few);
        assertThat(LabRun.part(List.of(1, 1, 2))).as("few are counted as four").isEqualTo(1 / 3.0);
        assertThat(LabRun.part(List.of(5, 0, 0))).as("nobody needs no time").isEqualTo(1);
        assertThat(LabRun.part(List.of(0, 5))).isZero();
        assertThat(LabRun.part(List.of(0, 0))).isEqualTo(1);
    }

    @Test
    void whatASettingDoesNotUseIsLeftForTheOthers() {
        Budget budget = budget(20_000);
        budget.cellBegins(1.0 / 10);
        int first = budget.fit(QUICK, 5, new CallsWorkload()).sampleMillis();
        budget.cellBegins(1.0 / 2);
        int later = budget.fit(QUICK, 5, new CallsWorkload()).sampleMillis();

        assertThat(later).isGreaterThan(first);
    }

    /**
     * The heart of the studies as it is, and grown: whatever is there shares what time there is.
     */
    @ParameterizedTest
    @CsvSource({
        "8, 8, 4, 1",
        "8, 8, 1, 1",
        "12, 10, 4, 1",
        "12, 10, 8, 1",
        "16, 12, 4, 1",
        "20, 8, 3, 1",
        "12, 10, 3, 4",
        "8, 10, 4, 20",
        "8, 2, 8, 1",
        "4, 2, 20, 1",
    })
    void whateverThereIsButAmpleWarmUpsEndsInTime(
            int cells, int systems, int variants, int timesSlower) {
        long millis = 120_000;
        int ample = new CallsWorkload().ampleWarmUpMillis();
        double warmingUp = 0;
        Budget budget = budget(millis);
        for (int cell = 0; cell < cells; cell++) {
            budget.cellBegins(1.0 / (cells - cell));
            nowMillis += SCOUTS_MILLIS * systems;
            Trial trial =
                    budget.trial(
                            QUICK, Collections.nCopies(systems, variants), new CallsWorkload());
            int contenders = tried(trial, systems, variants);
            Scale fitted = budget.fit(QUICK, contenders, new CallsWorkload());
            double warm = contenders * WarmingUp.millisOf(fitted.warmMillis());
            warmingUp += contenders * WarmingUp.millisOf(ample);
            nowMillis += (long) warm;
            budget.samplesBegin(fitted, contenders);
            for (int round = 1; round <= fitted.samples(); round++) {
                if (round > budget.fewestRounds(QUICK, new CallsWorkload()) && budget.over(QUICK)) {
                    break;
                }
                nowMillis += contenders * taken(fitted.sampleMillis()) * timesSlower;
            }
        }
        double inTime = (timesSlower > 4 ? 1.6 : 1.08) * millis;
        assertThat(nowMillis).isLessThan(Math.max(inTime, warmingUp + 0.7 * inTime));
    }

    private static double taken(double sampleMillis) {
        return Budget.LED_IN * sampleMillis + Budget.ASKING_MILLIS;
    }
}
