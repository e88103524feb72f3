package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.VisitAtTheEnd;
import io.roundhouse.proof.twin.VisitAtTheEnd.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of visits while a house is closed, in memory with store buffers, with a step at every
 * access: never is a house closed while somebody runs one of its actors on the spot.
 */
final class VisitAtTheEndSimulationTest {
    private static Scenario visited(int visitors, Flaw flaw) {
        return simulation -> {
            VisitAtTheEnd house =
                    new VisitAtTheEnd(visitors, new SimulatedMemory(simulation, true), flaw);
            simulation.thread("who closes", house::close);
            for (int i = 0; i < visitors; i++) {
                int number = i;
                simulation.thread("visitor " + i, () -> house.visit(number));
            }
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(visited(1, flaw), visited(2, flaw));
    }

    @Test
    void withoutAFlawItPasses() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
