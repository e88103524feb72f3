package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Watching;
import io.roundhouse.proof.twin.Watching.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a consumer that looks at a flag instead of at a bell, in memory with store buffers,
 * with a step at every access: without a flaw nobody is stranded, and every flaw strands the
 * producer.
 */
final class WatchingSimulationTest {
    private static Scenario takes(int count, Flaw flaw) {
        return simulation -> {
            Watching line =
                    new Watching(
                            new SimulatedMemory(simulation, true),
                            flaw,
                            SimulatedWaiter.in(simulation, false));
            simulation.thread("consumer", () -> line.take(count));
            simulation.thread("producer", () -> line.awaitRoom(count));
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(takes(1, flaw), takes(2, flaw), takes(3, flaw), takes(5, flaw));
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
