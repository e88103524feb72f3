package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.workload.Metric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which of a system's measured configurations stands for it. */
class OutcomeTest {

    private static final Metric RATE = Metric.rate("goods");

    private static Contender measured(boolean bound, boolean first, String way, double... rates) {
        FoundSystem system = new FoundSystem("a", !bound, bound, "", Map.of(), List.of(), "");
        Contender contender = new Contender(system, Map.of("way", way), first);
        contender.opened(Map.of("config", ""));
        for (int round = 1; round <= rates.length; round++) {
            contender.sampled(
                    1,
                    round,
                    RATE,
                    Map.of("values", Map.of("goods", rates[round - 1]), "items", 10L));
        }
        return contender;
    }

    @Test
    void theDefaultStandsBesideTheBest() {
        List<Outcome> outcomes =
                Outcome.of(
                        List.of(
                                measured(false, true, "usual", 8, 9, 7),
                                measured(false, false, "chosen", 10, 11, 12)),
                        RATE);

        assertThat(outcomes).extracting(Outcome::variant).containsExactly("default", "best");
        assertThat(outcomes).extracting(Outcome::config).containsExactly("way=usual", "way=chosen");
        assertThat(outcomes).noneMatch(Outcome::defaultIsBest);
    }

    @Test
    void amongHowManyItWasFoundIsToldOfTheBestOnlyAndOnce() {
        Contender usual = tried(8, measured(false, true, "usual", 8, 9));
        Contender chosen = tried(8, measured(false, false, "chosen", 10, 11));
        assertThat(Outcome.of(List.of(usual, chosen), RATE))
                .extracting(Outcome::config)
                .containsExactly("way=usual", "way=chosen (of 8 tried)");

        Contender small = tried(8, measured(true, true, "small", 10, 20));
        Contender large = tried(8, measured(true, false, "large", 12, 11));
        assertThat(Outcome.of(List.of(small, large), RATE))
                .extracting(Outcome::config)
                .containsExactly(
                        "way=small (1 of 2 rounds); way=large (1 of 2 rounds) (of 8 tried)");
    }

    private static Contender tried(int number, Contender one) {
        one.tried = number;
        return one;
    }

    @Test
    void theDefaultInOtherSizesIsTheDefaultToo() {
        Set<String> sizes = Set.of("trains", "capacity");
        Map<String, String> first = Map.of("wait", "a", "trains", "2", "capacity", "8");

        assertThat(Contender.usual(Map.of("wait", "a", "trains", "4"), first, sizes)).isTrue();
        assertThat(Contender.usual(Map.of("wait", "b", "trains", "2"), first, sizes)).isFalse();
        assertThat(Contender.usual(Map.of("wait", "b"), Map.of("wait", "a"), sizes)).isFalse();
    }

    @Test
    void whatASessionTellsOfItsChoicesIsNotToldTwice() {
        Contender contender = measured(false, true, "usual", 1);
        contender.opened(Map.of("config", "bulk way=usual capacity=8"));
        assertThat(contender.config()).isEqualTo("bulk way=usual capacity=8");
        contender.opened(Map.of("config", "bulk"));
        assertThat(contender.config()).isEqualTo("way=usual bulk");
    }

    @Test
    void aDefaultThatWasBetterThanTheChosenOneIsTheBest() {
        List<Outcome> outcomes =
                Outcome.of(
                        List.of(
                                measured(false, true, "usual", 11, 12, 10),
                                measured(false, false, "chosen", 10, 11, 12)),
                        RATE);
        assertThat(outcomes).extracting(Outcome::config).containsExactly("way=usual"); // level
        assertThat(outcomes).allMatch(Outcome::defaultIsBest);

        outcomes =
                Outcome.of(
                        List.of(
                                measured(false, true, "usual", 12, 13, 10),
                                measured(false, false, "chosen", 10, 11, 12)),
                        RATE);
        assertThat(outcomes).extracting(Outcome::variant).containsExactly(Result.BEST);
        assertThat(outcomes).extracting(Outcome::config).containsExactly("way=usual");
    }

    @Test
    void ofSeveralSizesOfTheDefaultTheBestStandsAndOnlyBesideWhatIsNotIt() {
        Contender small = measured(false, true, "usual small", 8, 9, 7);
        Contender large = measured(false, true, "usual large", 9, 10, 8);

        assertThat(Outcome.of(List.of(small, large), RATE))
                .extracting(Outcome::config)
                .containsExactly("way=usual large");
        assertThat(Outcome.of(List.of(small, large, measured(false, false, "chosen", 11)), RATE))
                .extracting(Outcome::config)
                .containsExactly("way=usual large", "way=chosen");
    }

    @Test
    void whereTheDefaultFellOutTheBestIsNotTakenForIt() {
        List<Outcome> outcomes =
                Outcome.of(
                        List.of(
                                measured(false, true, "usual"),
                                measured(false, false, "chosen", 10, 11)),
                        RATE);

        assertThat(outcomes).extracting(Outcome::variant).containsExactly(Result.BEST);
        assertThat(outcomes).noneMatch(Outcome::defaultIsBest);
    }

    @Test
    void oneThatFailedOnTheWayIsNotTheBest() {
        Contender failed = measured(false, false, "chosen", 100);
        failed.failed = true;
        List<Outcome> outcomes =
                Outcome.of(List.of(measured(false, true, "usual", 1, 1), failed), RATE);

        assertThat(outcomes).extracting(Outcome::config).containsExactly("way=usual");
    }

    @Test
    void oneThatGaveAWrongResultHasNoneAtAll() {
        Contender wrong = measured(false, true, "usual", 100, 100);
        wrong.failed = true;
        wrong.wrong = true;

        assertThat(Outcome.of(List.of(wrong), RATE)).isEmpty();
        assertThat(Outcome.of(List.of(wrong, measured(false, false, "chosen", 1)), RATE))
                .extracting(Outcome::config)
                .containsExactly("way=chosen");
    }

    @Test
    void aBoundIsTheBestOfEachRound() {
        List<Outcome> outcomes =
                Outcome.of(
                        List.of(
                                measured(true, true, "small", 10, 20, 30),
                                measured(true, false, "large", 12, 11, 40)),
                        RATE);

        assertThat(outcomes).hasSize(1);
        Outcome bound = outcomes.getFirst();
        assertThat(bound.samples())
                .extracting(sample -> sample.value("goods"))
                .containsExactly(12.0, 20.0, 40.0);
        assertThat(bound.samples()).extracting(Taken::round).containsExactly(1, 2, 3);
        assertThat(bound.config())
                .isEqualTo("way=small (1 of 3 rounds); way=large (2 of 3 rounds)");
    }

    @Test
    void oneThatIsRestlessTwiceRunningIsNotBorne() {
        Contender contender = measured(false, true, "usual");
        long waited = 400_000_000;
        long still = 90_000_000;
        long restless = 110_000_000;

        assertThat(contender.keptStill(still, waited)).isTrue();
        assertThat(contender.keptStill(restless, waited)).isTrue();
        assertThat(contender.keptStill(still, waited)).isTrue();
        assertThat(contender.keptStill(restless, waited)).isTrue();
        assertThat(contender.keptStill(1_000, 1_000)).isTrue(); // its turns were next to each other
        assertThat(contender.keptStill(restless, waited)).isFalse();
    }

    @Test
    void oneThatStillCompilesInShortWaitsIsBorneForAWhile() {
        Contender contender = measured(false, true, "usual");
        long waited = 107_000_000;
        long compiling = 90_000_000;

        for (int wait = 1; wait <= 4; wait++) {
            assertThat(contender.keptStill(compiling, waited)).isTrue();
        }
        assertThat(contender.keptStill(compiling, waited)).isFalse();
    }

    @Test
    void nothingComesOfNothing() {
        assertThat(Outcome.of(List.of(measured(false, true, "usual")), RATE)).isEmpty();
        assertThat(Outcome.of(List.of(), RATE)).isEmpty();
    }
}
