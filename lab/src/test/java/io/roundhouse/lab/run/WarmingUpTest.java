package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Metric;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is warmed up for how long. */
class WarmingUpTest {

    private static final FoundSystem SYSTEM =
            new FoundSystem("a", true, false, "", Map.of(), List.of(), "");
    private static final int MILLIS = 400;

    private final Map<Contender, Integer> given = new HashMap<>();
    private final Map<Contender, IntToDoubleFunction> speeds = new HashMap<>();
    private final Map<Contender, Integer> compiledUntil = new HashMap<>();
    private int percentCompiling = 50;
    private int slower = 1;

    @Test
    void whoHasSettledGetsItsTimeAndNoMore() throws Exception {
        Contender settled = contender(millis -> 10);
        warm(Metric.rate("calls"), settled, contender(millis -> 20));

        assertThat(given).containsEntry(settled, MILLIS).hasSize(2);
        assertThat(given.values()).containsOnly(MILLIS);
    }

    @Test
    void whoIsStillGettingBetterGoesOn() throws Exception {
        Contender settled = contender(millis -> 10);
        Contender slow = contender(millis -> millis >= 600 ? 60 : millis / 10.0);
        warm(Metric.rate("calls"), settled, slow, contender(millis -> 5));

        assertThat(given).containsEntry(settled, MILLIS);
        assertThat(given).containsEntry(slow, 700); // the last slice shows that it has settled
    }

    @Test
    void ofTimesTheSmallerAreBetter() throws Exception {
        Contender slower = contender(millis -> millis);
        Contender faster = contender(millis -> 1.0 / millis);
        warm(Metric.nanos("delay"), slower, faster);

        assertThat(given).containsEntry(slower, MILLIS);
        assertThat(given.get(faster)).isGreaterThan(MILLIS);
    }

    @Test
    void thereIsAnEndForOneAndForAllTogether() throws Exception {
        Contender[] all = new Contender[9];
        for (int i = 0; i < all.length; i++) {
            all[i] = contender(millis -> Math.pow(1.2, millis / 100.0));
        }
        warm(Metric.rate("calls"), all);
        assertThat(given.values().stream().mapToInt(millis -> millis).sum())
                .isLessThanOrEqualTo((int) ((1 + WarmingUp.MORE) * MILLIS * all.length));

        given.clear();
        Contender[] others = new Contender[20];
        others[0] = all[0];
        for (int i = 1; i < others.length; i++) {
            others[i] = contender(millis -> 1);
        }
        warm(Metric.rate("calls"), others);
        assertThat(given).containsEntry(all[0], WarmingUp.MOST * MILLIS);
    }

    @Test
    void whereTimeHasNoEndEachGetsWhatItNeeds() throws Exception {
        Contender alone = contender(millis -> Math.pow(1.2, millis / 100.0));
        double more = Budget.unlimited().moreWarmUp();
        new WarmingUp(Metric.rate("calls"), this::work, more).warm(List.of(alone), MILLIS);

        assertThat(given).containsEntry(alone, WarmingUp.MOST * MILLIS);
    }

    @Test
    void whoIsStillBeingCompiledGoesOnWhateverTheTime() throws Exception {
        Contender compiled = contender(millis -> 10);
        Contender slow = contender(millis -> 10);
        compiledUntil.put(slow, 1_000);
        new WarmingUp(Metric.rate("calls"), this::work, 0).warm(List.of(compiled, slow), MILLIS);

        assertThat(given).containsEntry(compiled, MILLIS);
        assertThat(given).containsEntry(slow, 1_200); // two quiet slices show that it is done
    }

    @ParameterizedTest
    @CsvSource({"9, 400", "11, 1100"})
    void aTenthOfTwoSlicesIsTheBar(int percent, int until) throws Exception {
        Contender one = contender(millis -> 10);
        percentCompiling = percent;
        compiledUntil.put(one, 1_000);
        warm(Metric.rate("calls"), one);

        assertThat(given).containsEntry(one, until);
    }

    @Test
    void whatASliceTakesCountsAndNotWhatWasAsked() throws Exception {
        Contender one = contender(millis -> 10);
        slower = 5;
        percentCompiling = 200; // of what was asked: 40 % of what it took
        compiledUntil.put(one, Integer.MAX_VALUE);
        warm(Metric.rate("calls"), one);

        assertThat(given).containsEntry(one, 600); // which took 3,000
    }

    @Test
    void longWarmUpsAreNotTheEndOfWaitingForCompilers() throws Exception {
        Contender one = contender(millis -> 10);
        compiledUntil.put(one, Integer.MAX_VALUE);
        new WarmingUp(Metric.rate("calls"), this::work, 0).warm(List.of(one), 3_000);

        assertThat(given).containsEntry(one, 6_000);
    }

    @Test
    void shortSlicesDoNotShowThatCompilersRest() throws Exception {
        Contender one = contender(millis -> 10);
        new WarmingUp(Metric.rate("calls"), this::work, 0).warm(List.of(one), 40);

        assertThat(given).containsEntry(one, 40 + 2 * WarmingUp.SHORTEST_COMPILING_MILLIS);
    }

    @Test
    void compilersThatNeverRestAreNotWaitedForForEver() throws Exception {
        Contender restless = contender(millis -> 10);
        compiledUntil.put(restless, Integer.MAX_VALUE);
        warm(Metric.rate("calls"), restless);

        assertThat(given).containsEntry(restless, WarmingUp.MOST_COMPILING_MILLIS);
    }

    @Test
    void whoFailsIsGivenNoMore() throws Exception {
        Contender failing = contender(millis -> 10);
        int[] asked = {0};
        new WarmingUp(
                        Metric.rate("calls"),
                        (one, millis) -> {
                            asked[0]++;
                            return asked[0] == 4
                                    ? Optional.empty()
                                    : Optional.of(
                                            new WarmingUp.Slice(
                                                    OptionalDouble.empty(), millis, millis));
                        },
                        WarmingUp.MORE)
                .warm(List.of(failing), MILLIS);

        assertThat(asked[0]).isEqualTo(4);
    }

    @Test
    void noTimeIsNoWarmUp() throws Exception {
        new WarmingUp(Metric.rate("calls"), this::work, WarmingUp.MORE)
                .warm(List.of(contender(millis -> 1)), 0);

        assertThat(given).isEmpty();
    }

    private Contender contender(IntToDoubleFunction speedAfterMillis) {
        Contender contender = new Contender(SYSTEM, Map.of(), true);
        speeds.put(contender, speedAfterMillis);
        return contender;
    }

    private void warm(Metric metric, Contender... all) throws InterruptedException {
        new WarmingUp(metric, this::work, WarmingUp.MORE).warm(List.of(all), MILLIS);
    }

    private Optional<WarmingUp.Slice> work(Contender contender, int millis) {
        int now = given.merge(contender, millis, Integer::sum);
        return Optional.of(
                new WarmingUp.Slice(
                        OptionalDouble.of(speeds.get(contender).applyAsDouble(now)),
                        slower * millis,
                        now <= compiledUntil.getOrDefault(contender, 0)
                                ? millis * percentCompiling / 100
                                : 0));
    }
}
