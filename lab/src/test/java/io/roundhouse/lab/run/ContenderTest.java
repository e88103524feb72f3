package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.discovery.FoundSystem;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What is kept of a child's answers. */
class ContenderTest {

    private final Contender contender =
            new Contender(
                    new FoundSystem("a", true, false, "", Map.of(), List.of(), ""), Map.of(), true);

    @Test
    void aSliceOfWarmUpTellsWhatWasReachedAndWhatTheCompilersTook() {
        WarmingUp.Slice slice =
                contender.warmed(
                        1,
                        Map.of(
                                "seconds",
                                List.of(0.1, 0.2, 0.3, 0.4),
                                "rates",
                                List.of(1.0, 2.0, 10.0, 30.0),
                                "millis",
                                120L,
                                "compiledMillis",
                                70L));

        assertThat(slice).isEqualTo(new WarmingUp.Slice(OptionalDouble.of(20), 120, 70));
        assertThat(contender.series().values()).containsExactly(1.0, 2.0, 10.0, 30.0);
    }

    @Test
    void laterProcessesLeaveTheSeriesOfTheFirst() {
        contender.warmed(2, Map.of("seconds", List.of(0.1), "rates", List.of(1.0)));

        assertThat(contender.series().values()).isEmpty();
    }
}
