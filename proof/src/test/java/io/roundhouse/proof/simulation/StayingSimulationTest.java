package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Staying;
import io.roundhouse.proof.twin.Staying.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a consumer that stays at its bell, in memory with store buffers, with a step at every
 * access: without a flaw nobody is stranded, though it parks without naps, and every flaw strands
 * the consumer.
 */
final class StayingSimulationTest {
    /** So many producers put so many each. */
    private static Scenario puts(int producers, int count, Flaw flaw) {
        return simulation -> {
            Staying line =
                    new Staying(
                            producers,
                            new SimulatedMemory(simulation, true),
                            flaw,
                            SimulatedWaiter.in(simulation, flaw == Flaw.ASKS_BEHIND_THE_LOOK));
            for (int i = 0; i < producers; i++) {
                int producer = i;
                simulation.thread("producer " + i, () -> line.put(producer, count));
            }
            simulation.thread("consumer", () -> line.take(producers * count));
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(puts(1, 2, flaw), puts(1, 5, flaw), puts(2, 3, flaw));
    }

    @Test
    void withoutAFlawNobodyIsStranded() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
