package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RatioTest {

    @Test
    void aRatioIsTheMedianOfTheRatiosWithinARound() {
        // The machine was half as fast in round 2: the medians say 1.5, every round says 2.
        Result first = rate("a", 200, 100, 210).build();
        Result second = rate("b", 100, 50, 105).build();
        Ratio ratio = Ratio.of(first, second).orElseThrow();
        assertThat(ratio.median()).isEqualTo(2);
        assertThat(ratio.lower()).isEqualTo(2);
        assertThat(ratio.pairs()).isEqualTo(3);
    }

    @Test
    void resultsOfDifferentSettingsAreComparedByTheirMedians() {
        Result first = rate("a", 300, 100, 200).with("capacity", 1).build();
        Result second = rate("b", 100, 100, 100).with("capacity", 2).build();
        Ratio ratio = Ratio.of(first, second).orElseThrow();
        assertThat(ratio.median()).isEqualTo(2);
        assertThat(ratio.pairs()).isZero();
        assertThat(ratio.rounds()).isEqualTo(3);
    }

    @Test
    void roundsOfTheSameSettingInTwoTablesAreNoPairs() {
        Result first = rate("a", 300, 100, 200).table("Offer and poll").build();
        Result second = rate("b", 100, 100, 100).table("Put and take").build();
        Result beside = rate("b", 300, 100, 200).table("Offer and poll").build();

        assertThat(Ratio.of(first, second).orElseThrow().pairs()).isZero();
        assertThat(Ratio.of(first, beside).orElseThrow().pairs()).isEqualTo(3);
    }

    @Test
    void aPlainRatioOfFewSamplesTellsNothing() {
        assertThat(new Ratio(2, 2, 2, 0, 4).standing(true)).isEqualTo(Standing.OPEN);
        assertThat(new Ratio(2, 2, 2, 0, 5).standing(true)).isEqualTo(Standing.AHEAD);
        Result one = rate("a", 2).with("capacity", 1).build();
        Result other = rate("b", 1, 1, 1, 1, 1).with("capacity", 2).build();
        assertThat(Ratio.of(one, other).orElseThrow().standing(true)).isEqualTo(Standing.OPEN);
        assertThat(Ratio.of(other, one).orElseThrow().standing(true)).isEqualTo(Standing.OPEN);
    }

    @Test
    void toNothingARatioIsInfiniteAndDecides() {
        Ratio above = ratio(rate("a", 5, 5, 5, 5, 5), rate("b", 0, 0, 0, 0, 0));
        Ratio below = ratio(rate("a", 0, 0, 0, 0, 0), rate("b", 5, 5, 5, 5, 5));
        Ratio plain = ratio(rate("a", 5, 5).with("n", 1), rate("b", 0, 0).with("n", 2));

        assertThat(above.median()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(above.standing(true)).isEqualTo(Standing.AHEAD);
        assertThat(above.standing(false)).isEqualTo(Standing.BEHIND);
        assertThat(Figures.ratio(above)).isEqualTo("∞ (∞–∞)");
        assertThat(above.zeros()).isEqualTo("the other measured 0 in 5 rounds");
        assertThat(above.inverse().median()).isZero();
        assertThat(below.standing(false)).isEqualTo(Standing.AHEAD);
        assertThat(below.inverse().median()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(below.inverse().zeros()).isEqualTo("ours measured 0 in 5 rounds");
        assertThat(plain.median()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(plain.standing(true)).isEqualTo(Standing.OPEN);
    }

    @Test
    void roundsInWhichTheOtherMeasuredNothingCount() {
        Ratio ratio = ratio(rate("a", 4, 4, 4, 4, 4), rate("b", 0, 2, 0, 8, 0));

        assertThat(ratio.pairs()).isEqualTo(5);
        assertThat(ratio.lower()).isEqualTo(2);
        assertThat(ratio.median()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(ratio.zeros()).isEqualTo("the other measured 0 in 3 rounds");
    }

    @Test
    void twoThatMeasuredNothingAreLevel() {
        Ratio ratio = ratio(rate("a", 0, 0, 0, 0, 0), rate("b", 0, 0, 0, 0, 0));

        assertThat(ratio.median()).isEqualTo(1);
        assertThat(ratio.standing(true)).isEqualTo(Standing.LEVEL);
        assertThat(ratio.zeros())
                .isEqualTo("ours measured 0 in 5 rounds, the other measured 0 in 5 rounds");
    }

    @Test
    void betweenARoundOfNothingAndAnotherLiesTheOneThatIsWorseForOurs() {
        double infinite = Double.POSITIVE_INFINITY;
        for (double part : new double[] {0.25, 0.5, 0.75}) {
            assertThat(Ratio.ofRatios(new double[] {1, infinite}, part, true)).isEqualTo(1);
            assertThat(Ratio.ofRatios(new double[] {1, infinite}, part, false)).isEqualTo(infinite);
            assertThat(Ratio.ofRatios(new double[] {0, 1}, part, true)).isZero();
            assertThat(Ratio.ofRatios(new double[] {0, 1}, part, false)).isEqualTo(1);
        }
        assertThat(Ratio.ofRatios(new double[] {1, 2, infinite}, 0.5, false)).isEqualTo(2);
        assertThat(Ratio.ofRatios(new double[] {0, 1, infinite}, 0.5, true)).isEqualTo(1);
        assertThat(Ratio.ofRatios(new double[] {1, 3}, 0.25, true)).isEqualTo(1.5);
    }

    @Test
    void aTieWithRoundsOfNothingIsALossWhereNothingIsBest() {
        Ratio cost = ratio(time("roundhouse", 5, 5, 5, 5, 5, 5), time("go", 5, 5, 5, 0, 0, 0));
        Ratio rate = ratio(rate("roundhouse", 5, 5, 5, 5, 5, 5), rate("go", 5, 5, 5, 0, 0, 0));

        assertThat(cost.median()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(cost.standing(false)).isEqualTo(Standing.BEHIND);
        assertThat(rate.median()).isEqualTo(1);
        assertThat(rate.standing(true)).isEqualTo(Standing.LEVEL);
    }

    @Test
    void whoeverStandsFirstATieIsTheSame() {
        double[] five = {5, 5, 5, 5, 5, 5};
        double[] half = {5, 5, 5, 0, 0, 0};
        agree(time("roundhouse", five), time("go", half));
        agree(time("roundhouse", half), time("go", five));
        agree(rate("roundhouse", five), rate("go", half));
        agree(rate("roundhouse", half), rate("go", five));
    }

    private static void agree(ResultFixture ours, ResultFixture other) {
        Ratio ratio = ratio(ours, other);
        Ratio back = ratio(other, ours).inverse();

        assertThat(back.lower()).isEqualTo(ratio.lower());
        assertThat(back.median()).isEqualTo(ratio.median());
        assertThat(back.upper()).isEqualTo(ratio.upper());
    }

    @Test
    void thereIsNoRatioOfWhatIsNoNumber() {
        assertThat(Ratio.of(rate("a", Double.NaN).build(), rate("b", 1).build())).isEmpty();
        assertThat(Ratio.of(rate("a", 1).build(), rate("b", Double.NaN).build())).isEmpty();
    }

    @Test
    void aheadMeansByMoreThanThreePercentInThreeQuartersOfTheRounds() {
        assertThat(new Ratio(1.1, 1.2, 1.3, 5, 5).standing(true)).isEqualTo(Standing.AHEAD);
        assertThat(new Ratio(1.1, 1.2, 1.3, 5, 5).standing(false)).isEqualTo(Standing.BEHIND);
        assertThat(new Ratio(1.1, 1.2, 1.3, 4, 5).standing(true)).isEqualTo(Standing.OPEN);
        assertThat(new Ratio(0.9, 1.2, 1.3, 5, 5).standing(true)).isEqualTo(Standing.LEVEL);
        assertThat(new Ratio(1.01, 1.02, 1.03, 5, 5).standing(true)).isEqualTo(Standing.LEVEL);
        assertThat(new Ratio(0.5, 0.6, 0.7, 5, 5).standing(true)).isEqualTo(Standing.BEHIND);
        assertThat(new Ratio(0.5, 0.6, 0.7, 5, 5).standing(false)).isEqualTo(Standing.AHEAD);
    }

    private static Ratio ratio(ResultFixture one, ResultFixture other) {
        return Ratio.of(one.build(), other.build()).orElseThrow();
    }
}
