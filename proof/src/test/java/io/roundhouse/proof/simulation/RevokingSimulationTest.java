package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Revoking;
import io.roundhouse.proof.twin.Revoking.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a producer that compares with a limit instead of looking at a bell, in memory with
 * store buffers, with a step at every access: without a flaw nobody is stranded, and every flaw
 * strands the consumer.
 */
final class RevokingSimulationTest {
    private static Scenario puts(int count, Flaw flaw) {
        return simulation -> {
            Revoking line =
                    new Revoking(
                            new SimulatedMemory(simulation, true),
                            flaw,
                            SimulatedWaiter.in(simulation, false));
            simulation.thread("producer", () -> line.put(count));
            simulation.thread("consumer", () -> line.take(count));
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(puts(1, flaw), puts(2, flaw), puts(3, flaw), puts(5, flaw), puts(7, flaw));
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
