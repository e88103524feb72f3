package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.SoundSleep;
import io.roundhouse.proof.twin.SoundSleep.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a worker that sleeps until it is woken, in memory with store buffers, with a step at
 * every access: without a flaw it is never stranded, though it parks without naps, and every flaw
 * strands it.
 */
final class SoundSleepSimulationTest {
    /** So much comes into the other worker's queue, and so many notes from elsewhere. */
    private static Scenario comes(int queued, int notes, Flaw flaw) {
        return comes(queued, notes, false, 0, flaw);
    }

    private static Scenario comes(int queued, int notes, boolean visited, int inVain, Flaw flaw) {
        return simulation -> {
            SoundSleep workers =
                    new SoundSleep(
                            new SimulatedMemory(simulation, true),
                            visited,
                            flaw,
                            SimulatedWaiter.in(simulation, false));
            simulation.thread("sleeper", () -> workers.sleep(queued + notes));
            if (queued > 0) {
                simulation.thread("worker", () -> workers.work(queued));
            }
            if (notes > 0) {
                simulation.thread("outside", () -> workers.note(notes));
            }
            for (int i = 0; i < inVain; i++) {
                simulation.thread("in vain " + i, workers::signalInVain);
            }
            if (visited) {
                simulation.thread("visitor", workers::leave);
            }
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                comes(1, 0, flaw),
                comes(0, 1, flaw),
                comes(1, 1, flaw),
                comes(2, 0, flaw),
                comes(0, 3, flaw),
                comes(2, 2, flaw),
                comes(0, 1, true, 0, flaw),
                comes(0, 2, true, 0, flaw),
                comes(1, 1, true, 0, flaw),
                comes(0, 1, false, 1, flaw),
                comes(0, 2, false, 1, flaw),
                comes(1, 0, false, 1, flaw));
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
