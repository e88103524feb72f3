package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Sealing;
import io.roundhouse.proof.twin.Sealing.Flaw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The twin of a closing while somebody publishes, in memory with store buffers, with a step at
 * every access: without a flaw what was accepted is delivered and what was refused was seen by
 * nobody, and every flaw is caught.
 */
final class SealingSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 5_000;

    private static Sealing line(Simulation simulation, Flaw flaw, long room) {
        return new Sealing(
                new SimulatedMemory(simulation, true),
                flaw,
                room,
                SimulatedWaiter.in(simulation, false));
    }

    private static Scenario closing(Flaw flaw) {
        return simulation -> {
            Sealing line = line(simulation, flaw, 2);
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
            Sealing line = line(simulation, flaw, 2);
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

    /**
     * One publishes until it is refused, and waits for room; it is released by one or the other.
     */
    private static Scenario waiting(Flaw flaw, boolean fails) {
        return simulation -> {
            Sealing line = line(simulation, flaw, 1);
            long[] accepted = {0};
            simulation.thread(
                    "publisher",
                    () -> {
                        while (line.publish()) {
                            accepted[0]++;
                        }
                    });
            simulation.thread(
                    "stage",
                    () -> {
                        line.take();
                        if (fails) {
                            line.fail();
                        }
                    });
            if (!fails) {
                simulation.thread("who closes", line::close);
            }
            return () -> {
                assertThat(line.sealed()).isEqualTo(accepted[0]);
                assertThat(line.taken()).isLessThanOrEqualTo(accepted[0]);
                assertThat(line.overwritten()).isFalse();
            };
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPublisherThatWaitsForRoomIsReleasedWithoutAFlaw(boolean fails) {
        Explorer.exhaustive(2, MOST_RUNS, waiting(Flaw.NONE, fails)).passed();
        Explorer.random(RANDOM_RUNS, 1, waiting(Flaw.NONE, fails)).passed();
    }

    @ParameterizedTest
    @EnumSource(names = {"WAKES_NOBODY", "WAKES_TOO_EARLY", "LOOKS_FOR_ROOM_ALONE"})
    void aFlawThatStrandsAPublisherIsCaught(Flaw flaw) {
        assertThat(caught(waiting(flaw, false)) || caught(waiting(flaw, true))).isTrue();
    }

    @Test
    void aPublisherThatIsReleasedBeforeTheCauseIsToldOverwritesAnEvent() {
        assertThat(caught(waiting(Flaw.TELLS_THE_CAUSE_LATE, true))).isTrue();
    }

    private static boolean caught(Scenario scenario) {
        return Explorer.random(RANDOM_RUNS, 1, scenario).failure() != null
                || Explorer.exhaustive(DISTURBANCES, MOST_RUNS, scenario).failure() != null;
    }

    @Test
    void aFailureBesideAClosingPassesWithoutAFlaw() {
        Explorer.exhaustive(2, MOST_RUNS, failing(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, failing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "NONE",
                "TELLS_THE_CAUSE_LATE",
                "WAKES_NOBODY", // these are those of a publisher that waits for room
                "WAKES_TOO_EARLY",
                "LOOKS_FOR_ROOM_ALONE"
            })
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
                "TELLS_THE_CAUSE_LATE",
                "WAKES_NOBODY", // and these those of a publisher that waits for room
                "WAKES_TOO_EARLY",
                "LOOKS_FOR_ROOM_ALONE"
            })
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, closing(flaw)).failure())
                .isNotNull();
    }
}
