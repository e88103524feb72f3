package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Claiming;
import io.roundhouse.proof.twin.Claiming.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of threads that go round the stages of a line, in memory with store buffers, with a step
 * at every access: without a flaw no event is left lying when all have gone to sleep, and every
 * flaw is caught.
 */
final class ClaimingSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 300_000;
    private static final int RANDOM_RUNS = 5_000;

    /** Two threads, of which one is a deputy, two stages, two events. */
    private static Scenario deputizing(Flaw flaw) {
        return simulation -> {
            Claiming line = new Claiming(2, 2, new SimulatedMemory(simulation, true), flaw);
            simulation.thread("first", line::work);
            simulation.thread("deputy", line::workAsDeputy);
            return () -> assertThat(line.allDone()).isTrue();
        };
    }

    /** Two threads, two stages, two events. */
    private static Scenario claiming(Flaw flaw) {
        return simulation -> {
            Claiming line = new Claiming(2, 2, new SimulatedMemory(simulation, true), flaw);
            for (int i = 0; i < 2; i++) {
                simulation.thread("thread " + i, line::work);
            }
            return () -> assertThat(line.allDone()).isTrue();
        };
    }

    @Test
    void withoutAFlawItPasses() {
        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, claiming(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, claiming(Flaw.NONE)).passed();
        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, deputizing(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, deputizing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        Scenario scenario = flaw == Flaw.LEAVES_WITHOUT_A_LOOK ? deputizing(flaw) : claiming(flaw);
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, scenario).failure()).isNotNull();
    }
}
