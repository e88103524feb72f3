package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Unloaders;
import io.roundhouse.proof.twin.Unloaders.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of the clearing and of the leaving, in memory with store buffers, with a step at every
 * access: without a flaw it passes, and every flaw is caught by at least one of the same scenarios.
 */
final class UnloadersSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 5_000;

    private static Unloaders unloaders(int goods, Simulation simulation, Flaw flaw) {
        return new Unloaders(2, goods, new SimulatedMemory(simulation, true), flaw);
    }

    /** Both pass both goods. */
    private static Scenario passing(Flaw flaw) {
        return simulation -> {
            Unloaders stations = unloaders(2, simulation, flaw);
            for (int i = 0; i < 2; i++) {
                int station = i;
                simulation.thread(
                        "station " + station,
                        () -> {
                            stations.pass(station, 1);
                            stations.pass(station, 2);
                        });
            }
            return () -> {
                assertThat(stations.cleared()).isEqualTo(2);
                assertThat(stations.slot(0)).isZero();
                assertThat(stations.slot(1)).isZero();
            };
        };
    }

    /** One leaves; what the other has passed is cleared. */
    private static Scenario oneLeaves(Flaw flaw) {
        return simulation -> {
            Unloaders stations = unloaders(1, simulation, flaw);
            simulation.thread("who stays", () -> stations.pass(0, 1));
            simulation.thread("who leaves", () -> stations.leave(1));
            return () -> {
                assertThat(stations.cleared()).isEqualTo(1);
                assertThat(stations.closed()).isFalse();
            };
        };
    }

    /** Both leave; the loader is told. */
    private static Scenario bothLeave(Flaw flaw) {
        return simulation -> {
            Unloaders stations = unloaders(1, simulation, flaw);
            simulation.thread("one", () -> stations.leave(0));
            simulation.thread("the other", () -> stations.leave(1));
            return () -> assertThat(stations.closed()).isTrue();
        };
    }

    /** The slot is loaded again as soon as it was cleared, and is not cleared again. */
    private static Scenario loadedAgain(Flaw flaw) {
        return simulation -> {
            Unloaders stations = unloaders(1, simulation, flaw);
            boolean[] loaded = new boolean[1];
            simulation.thread(
                    "one, which loads, too",
                    () -> {
                        stations.pass(0, 1);
                        loaded[0] = stations.tryLoad();
                    });
            simulation.thread("the other", () -> stations.pass(1, 1));
            return () -> assertThat(stations.slot(0)).isEqualTo(loaded[0] ? 2 : 0);
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(bothLeave(flaw), oneLeaves(flaw), loadedAgain(flaw), passing(flaw));
    }

    @Test
    void withoutAFlawItPasses() {
        for (Scenario each : scenarios(Flaw.NONE)) {
            Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).passed();
            Explorer.random(RANDOM_RUNS, 1, each).passed();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(scenarios(flaw))
                .anyMatch(each ->
                        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).failure() != null);
    }
}
