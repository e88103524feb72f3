package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Quiet;
import io.roundhouse.proof.twin.Quiet.Flaw;
import io.roundhouse.proof.twin.Quiet.Way;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of quiescence, in memory with store buffers, with a step at every access: never is it
 * said to be quiet while a call is under way.
 */
final class QuietSimulationTest {
    /** One worker takes a call from outside, the other one from it, and back. */
    private static Scenario moving(Flaw flaw, Way way, int first) {
        return simulation -> {
            Quiet house = new Quiet(2, 3, way, new SimulatedMemory(simulation, true), flaw);
            Quiet.Worker one = house.worker(first);
            Quiet.Worker other = house.worker(1 - first);
            simulation.thread("who asks", house::isQuiet);
            simulation.thread(
                    "one worker",
                    () -> {
                        one.lookOutside();
                        one.lookAt(other);
                    });
            simulation.thread(
                    "the other worker",
                    () -> {
                        other.lookAt(one);
                        other.lookOutside();
                    });
            return () -> {};
        };
    }

    /** Whoever handles the call rests until there is room. */
    private static Scenario resting(Flaw flaw) {
        return simulation -> {
            Quiet house = new Quiet(1, 1, Way.AWAY, new SimulatedMemory(simulation, true), flaw);
            simulation.thread(
                    "who asks",
                    () -> {
                        house.isQuiet();
                        house.isQuiet();
                    });
            simulation.thread(
                    "worker",
                    () -> {
                        house.worker(0).lookOutside();
                        house.worker(0).lookOutside();
                    });
            simulation.thread("who makes room", house::makeRoom);
            return () -> {};
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                moving(flaw, Way.QUEUE, 0),
                moving(flaw, Way.QUEUE, 1),
                moving(flaw, Way.SLOT, 0),
                moving(flaw, Way.SLOT, 1),
                resting(flaw));
    }

    @Test
    void withoutAFlawItPasses() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @Test
    void noLookIntoTheSlotsIsNeeded() {
        Twins.pass(scenarios(Flaw.LOOKS_NOT_INTO_THE_SLOTS));
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "LOOKS_NOT_INTO_THE_SLOTS"})
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
