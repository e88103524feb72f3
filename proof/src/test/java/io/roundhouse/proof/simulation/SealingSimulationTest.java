package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Sealing;
import io.roundhouse.proof.twin.Sealing.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a closing while somebody publishes, in memory with store buffers, with a step at
 * every access: without a flaw what was accepted is delivered and what was refused was seen by
 * nobody, and every flaw is caught.
 */
final class SealingSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 5_000;

    private static Scenario closing(Flaw flaw) {
        return simulation -> {
            Sealing line = new Sealing(new SimulatedMemory(simulation, true), flaw);
            long[] accepted = {0};
            simulation.thread(
                    "publisher",
                    () -> {
                        while (accepted[0] < 2 && line.publish()) {
                            accepted[0]++;
                        }
                    });
            simulation.thread("who closes", line::close);
            simulation.thread("stage", line::take);
            return () -> {
                assertThat(line.sealed()).isEqualTo(accepted[0]);
                assertThat(line.taken()).isLessThanOrEqualTo(accepted[0]);
            };
        };
    }

    /** Fails at any step, while one publishes and another one closes. */
    private static Scenario failing(Flaw flaw) {
        return simulation -> {
            Sealing line = new Sealing(new SimulatedMemory(simulation, true), flaw);
            long[] accepted = {0};
            long[] told = {Sealing.FAILED};
            simulation.thread(
                    "publisher",
                    () -> {
                        while (accepted[0] < 2) {
                            if (!line.publish()) {
                                told[0] = line.ending();
                                return;
                            }
                            accepted[0]++;
                        }
                    });
            simulation.thread("who closes", line::close);
            simulation.thread(
                    "stage",
                    () -> {
                        line.take();
                        line.fail();
                    });
            return () -> {
                assertThat(line.sealed()).isEqualTo(accepted[0]);
                assertThat(line.taken()).isLessThanOrEqualTo(accepted[0]);
                assertThat(told[0]).isNotEqualTo(Sealing.STILL_OPEN);
                assertThat(line.ending()).isEqualTo(Sealing.FAILED);
            };
        };
    }

    @Test
    void aFailureBesideAClosingPassesWithoutAFlaw() {
        Explorer.exhaustive(2, MOST_RUNS, failing(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, failing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaughtWhereALineFails(Flaw flaw) {
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, failing(flaw)).failure())
                .isNotNull();
    }

    @Test
    void withoutAFlawItPasses() {
        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, closing(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, closing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "NONE",
                "LOSES_THE_CAUSE", // these are those of two who end it
                "TRUSTS_WHO_WAS_FIRST",
                "TELLS_THE_CAUSE_LATE"
            })
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, closing(flaw)).failure())
                .isNotNull();
    }
}
