package io.roundhouse.lab.verdict;

import static io.roundhouse.lab.verdict.ResultFixture.moved;
import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.LabResult;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How far processors were from each other, in words. */
class CoreDistancesTest {

    private static final LabResult STILL = run(rate("a", 1, 2));

    @Test
    void nothingIsSaidWhereItIsNotKnown() {
        assertThat(CoreDistances.range(STILL)).isEmpty();
        assertThat(CoreDistances.range(moved(STILL, distance(1)))).isEmpty();
        assertThat(cautions(distance(1))).isEmpty();
    }

    @Test
    void theRangeIsThatOfAllRounds() {
        assertThat(CoreDistances.range(moved(STILL, distance(1, 60, 57.2), distance(2, 90))))
                .contains("57.2 to 90.0 ns");
    }

    @Test
    void lessThanTwiceAsFarIsStill() {
        assertThat(cautions(distance(1, 60, 119), distance(2), distance(3, 70))).isEmpty();
    }

    @Test
    void aSettingInWhichTheProcessorsMovedIsNamed() {
        assertThat(cautions(distance(1, 57.2, 540, 300), distance(2, 60, 61)))
                .containsExactly(
                        "Two threads of the lab were not always equally far from each other: a"
                                + " cache line took 57.2 to 540 ns from one to the other and back."
                                + " What is handed from thread to thread may differ by more than"
                                + " that: do not compare figures of different rounds and settings;"
                                + " a ratio within a round may depend on it, too. It changed most"
                                + " within Transfer 1 producer (57.2 to 540 ns).");
    }

    @Test
    void aMoveBetweenSettingsIsSaid() {
        assertThat(cautions(distance(1, 60, 61), distance(2, 300, 310)))
                .singleElement()
                .asString()
                .contains("60.0 to 310 ns")
                .endsWith("It changed between settings.");
    }

    @Test
    void settingsThatEachStandStillMayBeFarFromEachOther() {
        assertThat(cautions(distance(1, 60, 110), distance(2, 110, 210)))
                .singleElement()
                .asString()
                .contains("60.0 to 210 ns")
                .endsWith("It changed between settings.");
    }

    @Test
    void aSingleRoundIsOneFigure() {
        assertThat(CoreDistances.range(moved(STILL, distance(1, 57.2)))).contains("57.2 ns");
    }

    @Test
    void ofManySettingsTheWorstAreNamed() {
        Stream<CoreDistance> seven =
                IntStream.rangeClosed(1, 7).mapToObj(i -> distance(i, 100, 100 * i + 100));
        CoreDistance[] all =
                Stream.concat(seven, Stream.of(distance(8))).toArray(CoreDistance[]::new);
        assertThat(cautions(all))
                .singleElement()
                .asString()
                .contains("Transfer 7 producers (100 to 800 ns), Transfer 6 producers (100 to 700")
                .endsWith("Transfer 3 producers (100 to 400 ns), and 2 more settings (8 in all).");
    }

    private static List<String> cautions(CoreDistance... distances) {
        return Verdict.of(moved(STILL, distances)).cautions();
    }

    private static CoreDistance distance(int producers, double... nanos) {
        return new CoreDistance(
                "transfer",
                Map.of("producers", producers),
                IntStream.rangeClosed(1, nanos.length).boxed().toList(),
                Arrays.stream(nanos).boxed().toList());
    }
}
