package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a trial says of a configuration. */
class TryoutTest {

    private static final FoundSystem SYSTEM =
            new FoundSystem("a", true, false, "", Map.of(), List.of(), "");

    private static final double[][] PASSES = {{10, 9}, {20, 30}, {10, 8}};

    @Test
    void theScoreIsTheMedianShareOfTheBestOfAPass() {
        assertThat(Tryout.score(PASSES, 0, Metric.rate("goods"))).isEqualTo(1);
        assertThat(Tryout.score(PASSES, 1, Metric.rate("goods"))).isEqualTo(0.9);
    }

    @Test
    void ofTimesTheSmallestIsTheBest() {
        assertThat(Tryout.score(PASSES, 0, Metric.nanos("delay"))).isEqualTo(0.9);
        assertThat(Tryout.score(PASSES, 1, Metric.nanos("delay"))).isEqualTo(1);
    }

    @Test
    void whatWasNotMeasuredHasNoScore() {
        assertThat(Tryout.score(new double[0][0], 0, Metric.rate("goods"))).isZero();
        assertThat(
                        Tryout.score(
                                new double[][] {{Double.NaN, 1}, {Double.NaN, 1}},
                                0,
                                Metric.rate("goods")))
                .isZero();
    }

    @Test
    void theBestFewAreChosenAndOfThoseNearTheBestTheFirst() {
        double[] scores = {0.5, 0.98, 0, 0.9, 1};
        assertThat(Tryout.chosen(scores, 1)).containsExactly(1);
        assertThat(Tryout.chosen(scores, 3)).containsExactly(1, 3, 4);
        assertThat(Tryout.chosen(scores, 9)).containsExactly(0, 1, 3, 4);
        assertThat(Tryout.chosen(new double[2], 1)).isEmpty();
    }

    @Test
    void theBetterHalfGoesThroughItAgainAndTheBetterHalfOfTheDefaultOnes() {
        List<Contender> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            all.add(new Contender(SYSTEM, Map.of("way", "" + i), i < 3));
        }
        double[] scores = {0.1, 0.3, 0.2, 0.9, 0.4, 0.8, 0.5, 1};

        List<Contender> better = Tryout.betterHalf(all, scores);

        assertThat(better).extracting(all::indexOf).containsExactly(1, 2, 3, 5, 6, 7);
    }

    @Test
    void ofManyConfigurationsSeveralGoOnAndOfFewOne() {
        Trial trial = new Trial(100, 1, 1, 1, 3);
        assertThat(trial.finalistsOf(1)).isEqualTo(1);
        assertThat(trial.finalistsOf(3)).isEqualTo(1);
        assertThat(trial.finalistsOf(4)).isEqualTo(2);
        assertThat(trial.finalistsOf(100)).isEqualTo(3);
    }
}
