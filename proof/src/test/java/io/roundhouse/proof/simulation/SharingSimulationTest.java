package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Sharing;
import io.roundhouse.proof.twin.Sharing.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of workers that share events, in memory with store buffers, with a step at every access:
 * without a flaw it passes, and every flaw is caught.
 */
final class SharingSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 5_000;
    private static final int EVENTS = 2;

    /** Two workers, and somebody who looks how far they have come and believes it. */
    private static Scenario sharing(Flaw flaw) {
        return simulation -> {
            Sharing stage = new Sharing(2, EVENTS, new SimulatedMemory(simulation, true), flaw);
            for (int i = 0; i < 2; i++) {
                int worker = i;
                simulation.thread("worker " + worker, () -> stage.work(worker));
            }
            boolean[] right = {true};
            simulation.thread(
                    "the stage behind",
                    () -> {
                        long reached = stage.reached();
                        for (long event = 0; event < reached; event++) {
                            right[0] &= stage.handled(event) == 1;
                        }
                    });
            return () -> {
                assertThat(right[0]).isTrue();
                assertThat(stage.reached()).isEqualTo(EVENTS);
                for (long event = 0; event < EVENTS; event++) {
                    assertThat(stage.handled(event)).isOne();
                }
            };
        };
    }

    @Test
    void withoutAFlawItPasses() {
        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, sharing(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, sharing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, sharing(flaw)).failure())
                .isNotNull();
    }
}
