package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.workload.CallsWorkload;
import io.roundhouse.lab.workload.IdleWorkload;
import org.junit.jupiter.api.Test;

/** How the time of a run is shared out. */
class BudgetTest {

    private static final Scale QUICK = Scale.ALL.get(1);

    @Test
    void aRunWithoutAnEndKeepsToItsScale() {
        Budget budget = Budget.unlimited();
        budget.cellBegins(3);

        assertThat(budget.fit(QUICK, 50, new CallsWorkload())).isEqualTo(QUICK);
        assertThat(budget.tryMillis(QUICK, 50)).isEqualTo(QUICK.tryMillis());
    }

    @Test
    void plentyOfTimeIsNoReasonToTakeMore() {
        Budget budget = Budget.ofMillis(10_000_000);
        budget.cellBegins(1);

        assertThat(budget.fit(QUICK, 2, new CallsWorkload())).isEqualTo(QUICK);
    }

    @Test
    void littleTimeMakesSamplesShorterButNotFewer() {
        Budget budget = Budget.ofMillis(10_000);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new CallsWorkload());

        assertThat(fitted.samples()).isEqualTo(QUICK.samples());
        assertThat(fitted.sampleMillis()).isLessThan(QUICK.sampleMillis());
        int each = fitted.warmMillis() + fitted.samples() * fitted.sampleMillis();
        assertThat(10 * each).isLessThan(10_000);
    }

    @Test
    void noTimeAtAllStillGivesSamples() {
        Budget budget = Budget.ofMillis(0);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new CallsWorkload());

        assertThat(fitted.samples()).isEqualTo(QUICK.samples());
        assertThat(fitted.sampleMillis()).isPositive();
        assertThat(budget.tryMillis(QUICK, 10)).isPositive();
    }

    @Test
    void samplesThatCannotBeShorterBecomeFewer() {
        Budget budget = Budget.ofMillis(1_000);
        budget.cellBegins(1);

        Scale fitted = budget.fit(QUICK, 10, new IdleWorkload());

        assertThat(fitted.sampleMillis()).isEqualTo(new IdleWorkload().shortestSampleMillis());
        assertThat(fitted.samples()).isEqualTo(2);
    }

    @Test
    void whatASettingDoesNotUseIsLeftForTheOthers() {
        Budget budget = Budget.ofMillis(20_000);
        budget.cellBegins(10);
        int first = budget.fit(QUICK, 5, new CallsWorkload()).sampleMillis();
        budget.cellBegins(2);
        int later = budget.fit(QUICK, 5, new CallsWorkload()).sampleMillis();

        assertThat(later).isGreaterThan(first);
    }
}
