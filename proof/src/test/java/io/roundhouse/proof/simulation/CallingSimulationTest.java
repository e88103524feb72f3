package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Calling;
import io.roundhouse.proof.twin.Calling.Flaw;
import io.roundhouse.proof.twin.Calling.Sleeper;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of receivers that are called one at a time, in memory with store buffers, with a step at
 * every access: without a flaw nobody sleeps beside an element, and every flaw is caught.
 */
final class CallingSimulationTest {

    /** Two that receive, of whom the first may be interrupted, and as many elements. */
    private static Scenario receiving(Flaw flaw, int senders, boolean interrupted) {
        return simulation -> {
            Calling channel =
                    new Calling(
                            new SimulatedMemory(simulation, true), sleeper(simulation), 2, flaw);
            long[] received = new long[2];
            for (int i = 0; i < 2; i++) {
                int me = i;
                simulation.thread(
                        "receiver " + i,
                        () -> received[me] = channel.receive(me, interrupted && me == 0) ? 1 : 0);
            }
            for (int i = 0; i < senders; i++) {
                simulation.thread(
                        "sender " + i,
                        () -> {
                            for (int sent = 0; sent < 2 / senders; sent++) {
                                channel.send();
                            }
                        });
            }
            return () -> {
                assertThat(received[1]).isEqualTo(1);
                assertThat(received[0] + received[1] + channel.left()).isEqualTo(2);
            };
        };
    }

    /** The receivers are the simulation's first threads. */
    private static Sleeper sleeper(Simulation simulation) {
        return new Sleeper() {
            @Override
            public void sleep(BooleanSupplier met) {
                while (!met.getAsBoolean()) {
                    simulation.park(met::getAsBoolean, false);
                }
            }

            @Override
            public void wake(int receiver) {
                simulation.unpark(1 + receiver);
            }
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                receiving(flaw, 1, false),
                receiving(flaw, 2, false),
                receiving(flaw, 1, true),
                receiving(flaw, 2, true));
    }

    @Test
    void withoutAFlawNobodySleepsBesideAnElement() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
