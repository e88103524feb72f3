package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Platform;
import io.roundhouse.proof.twin.Platform.Flaw;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of the train at the platform, with a step at every access to memory: without a flaw it
 * passes, and every flaw is caught by at least one of the same scenarios. In memory without store
 * buffers: nobody here looks at what another one wrote after a write of its own, so that a late
 * store is one more moment at which the other may look, and the schedule has those already.
 */
final class PlatformSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 300_000;
    private static final int RANDOM_RUNS = 5_000;
    private static final int GOODS = 5;

    /** The good that the loader loads by a visit, where there are visits. */
    private static final int IN_PLACE = 3;

    private static Scenario inOrder(Flaw flaw, boolean visits, boolean buffers) {
        return simulation -> {
            Platform platform = new Platform(GOODS, new SimulatedMemory(simulation, buffers), flaw);
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        for (long good = 1; good <= GOODS; good++) {
                            if (visits && good == IN_PLACE) {
                                platform.visitWith(good);
                            } else {
                                platform.load(good);
                            }
                        }
                    });
            simulation.thread(
                    "unloader",
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            platform.unload(got::add);
                            if (visits) {
                                platform.visit(got::add);
                            }
                        }
                    });
            return () -> {
                while (platform.unload(got::add)) {}
                assertThat(got).containsExactly(1L, 2L, 3L, 4L, 5L);
            };
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(inOrder(flaw, false, false), inOrder(flaw, true, false));
    }

    @Test
    void withoutAFlawItPasses() {
        for (Scenario each : scenarios(Flaw.NONE)) {
            Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).passed();
        }
        Explorer.random(RANDOM_RUNS, 1, inOrder(Flaw.NONE, false, true)).passed();
        Explorer.random(RANDOM_RUNS, 1, inOrder(Flaw.NONE, true, true)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(scenarios(flaw))
                .anyMatch(each ->
                        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).failure() != null);
    }
}
