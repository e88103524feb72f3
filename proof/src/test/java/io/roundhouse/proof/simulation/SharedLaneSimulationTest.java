package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.SharedLane;
import io.roundhouse.proof.twin.SharedLane.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of the turns in the lane that publishers share, in memory with store buffers, with a
 * step at every access: without a flaw one at a time has the turn, and nobody sleeps beside a free
 * turn or a closed line; every flaw is caught.
 */
final class SharedLaneSimulationTest {
    /** Who has the turn, and how many turns there were. */
    private static final class Inside {
        private int now;
        private int turns;

        void enters() {
            assertThat(++now).as("publishers that have the turn").isEqualTo(1);
        }

        void leaves() {
            now--;
            turns++;
        }
    }

    private static SharedLane lane(
            int publishers, boolean buffers, Simulation simulation, Flaw flaw) {
        return new SharedLane(
                publishers,
                new SimulatedMemory(simulation, buffers),
                flaw,
                memory ->
                        new SimulatedWaiter(
                                simulation,
                                memory,
                                buffers
                                        ? io.roundhouse.proof.twin.Flaw.PARKS_WITHOUT_END_BUT_FENCES
                                        : io.roundhouse.proof.twin.Flaw.PARKS_WITHOUT_END));
    }

    /** Each has so many turns, one within the other in between. */
    private static Scenario turns(boolean buffers, int publishers, int turns, Flaw flaw) {
        return simulation -> {
            SharedLane lane = lane(publishers, buffers, simulation, flaw);
            Inside inside = new Inside();
            for (int i = 0; i < publishers; i++) {
                int me = i;
                simulation.thread(
                        "publisher " + me,
                        () -> {
                            for (int turn = 0; turn < turns; turn++) {
                                assertThat(lane.enter(me)).isTrue();
                                inside.enters();
                                if (lane.enter(me)) {
                                    lane.exit(me);
                                }
                                inside.leaves();
                                lane.exit(me);
                            }
                        });
            }
            return () -> assertThat(inside.turns).isEqualTo(publishers * turns);
        };
    }

    /** The time of one of three may be up before it has the turn; the others have theirs. */
    private static Scenario oneGivesUp(Flaw flaw) {
        return simulation -> {
            SharedLane lane = lane(3, false, simulation, flaw);
            Inside inside = new Inside();
            for (int i = 0; i < 3; i++) {
                int me = i;
                simulation.thread(
                        "publisher " + me,
                        () -> {
                            if (lane.enter(me)) {
                                inside.enters();
                                inside.leaves();
                                lane.exit(me);
                            }
                        });
            }
            simulation.thread("time", () -> lane.giveUp(0));
            return () -> assertThat(inside.turns).isBetween(2, 3);
        };
    }

    /** One keeps the turn for ever, and the line is closed: the others do not wait for it. */
    private static Scenario closedWhileOneHasTheTurn(int others, Flaw flaw) {
        return simulation -> {
            SharedLane lane = lane(others + 1, false, simulation, flaw);
            assertThat(lane.enter(0)).isTrue();
            for (int i = 1; i <= others; i++) {
                int me = i;
                simulation.thread("publisher " + me, () -> assertThat(lane.enter(me)).isFalse());
            }
            simulation.thread("who closes", lane::close);
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                turns(false, 2, 1, flaw),
                turns(false, 2, 2, flaw),
                turns(false, 3, 1, flaw),
                turns(true, 2, 2, flaw),
                oneGivesUp(flaw),
                closedWhileOneHasTheTurn(1, flaw),
                closedWhileOneHasTheTurn(2, flaw));
    }

    @Test
    void withoutAFlawOneAtATimeHasTheTurnAndNobodySleepsBesideIt() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
