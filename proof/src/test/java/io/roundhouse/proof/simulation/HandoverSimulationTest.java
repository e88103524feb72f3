package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.proof.twin.Handover;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The algorithm's twin, in memory with store buffers, with a step at every access: without a flaw
 * it passes, and every flaw is caught by at least one of the same scenarios.
 */
final class HandoverSimulationTest {
    private static final int MOST_RUNS = 100_000;
    private static final int RANDOM_RUNS = 5_000;

    private static Handover line(Simulation simulation, int capacity, Flaw flaw) {
        SimulatedMemory memory = new SimulatedMemory(simulation, true);
        return new Handover(
                capacity,
                memory,
                flaw,
                new SimulatedWaiter(simulation, memory, flaw),
                new SimulatedWaiter(simulation, memory, flaw));
    }

    /** Loads one good and sleeps for ever. */
    private static Scenario oneGood(Flaw flaw) {
        return simulation -> {
            Handover line = line(simulation, 4, flaw);
            List<Long> got = new ArrayList<>();
            simulation.thread("loader", () -> line.load(7));
            simulation.thread("unloader", () -> line.unload(got::add));
            return () -> assertThat(got).containsExactly(7L);
        };
    }

    private static Scenario threeGoods(Flaw flaw) {
        return simulation -> {
            Handover line = line(simulation, 1, flaw);
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        for (long good = 1; good <= 3; good++) {
                            line.load(good);
                        }
                    });
            simulation.thread(
                    "unloader",
                    () -> {
                        for (int i = 0; i < 3; i++) {
                            line.unload(got::add);
                        }
                    });
            return () -> assertThat(got).containsExactly(1L, 2L, 3L);
        };
    }

    private static Scenario closing(Flaw flaw) {
        return simulation -> {
            Handover line = line(simulation, 1, flaw);
            List<Long> accepted = new ArrayList<>();
            List<Long> got = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        for (long good = 1; good <= 2 && line.load(good); good++) {
                            accepted.add(good);
                        }
                    });
            simulation.thread("closer", line::close);
            simulation.thread(
                    "unloader",
                    () -> {
                        boolean more = true;
                        while (more) {
                            more = line.unload(got::add);
                        }
                    });
            return () -> {
                assertThat(got)
                        .isEqualTo(accepted.subList(0, Math.min(got.size(), accepted.size())));
                assertThat(line.undelivered()).isEqualTo(accepted.size() - got.size());
            };
        };
    }

    /** The unloader sleeps, and nobody comes but the closing. */
    private static Scenario closingOfAnEmptyLine(Flaw flaw) {
        return simulation -> {
            Handover line = line(simulation, 1, flaw);
            List<Long> got = new ArrayList<>();
            simulation.thread("unloader", () -> line.unload(got::add));
            simulation.thread("closer", line::close);
            return () -> assertThat(got).isEmpty();
        };
    }

    /** The loader sleeps, and nobody comes but the closing. */
    private static Scenario closingOfAFullLine(Flaw flaw) {
        return simulation -> {
            Handover line = line(simulation, 1, flaw);
            List<Boolean> loaded = new ArrayList<>();
            simulation.thread(
                    "loader",
                    () -> {
                        loaded.add(line.load(1));
                        loaded.add(line.load(2));
                    });
            simulation.thread("closer", line::close);
            return () -> assertThat(loaded.getLast()).isFalse();
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                oneGood(flaw),
                closingOfAnEmptyLine(flaw),
                closingOfAFullLine(flaw),
                threeGoods(flaw),
                closing(flaw));
    }

    private static int napsNeededWhereAllPasses(Flaw flaw) {
        int naps = 0;
        for (Scenario each : scenarios(flaw)) {
            naps += Explorer.exhaustive(2, MOST_RUNS, each).passed().napsNeeded();
            naps += Explorer.random(RANDOM_RUNS, 1, each).passed().napsNeeded();
        }
        return naps;
    }

    @Test
    void withoutAFlawItPassesAndNeedsItsNaps() {
        assertThat(napsNeededWhereAllPasses(Flaw.NONE)).as("naps needed").isPositive();
    }

    @Test
    void withAFenceAGoodItPassesWithoutNaps() {
        assertThat(napsNeededWhereAllPasses(Flaw.PARKS_WITHOUT_END_BUT_FENCES)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "PARKS_WITHOUT_END_BUT_FENCES"})
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(scenarios(flaw))
                .anyMatch(each -> Explorer.exhaustive(3, MOST_RUNS, each).failure() != null);
    }
}
