package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Limits;
import io.roundhouse.proof.twin.Limits.Flaw;
import io.roundhouse.waiting.Wait;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of the thread that waits for the times of all scopes, with a step at every access: it
 * never sleeps past a limit, leaves none behind, does not sleep on for nothing, and what was taken
 * away is never over.
 */
final class LimitsSimulationTest {
    private static final long FAR = 100;
    private static final int THREADS = 3;

    /** The parking of threads of a simulation, of which the first ones are those that wait. */
    private static final class SimulatedParking implements Limits.Parking {
        private static final Wait FOREVER = () -> false;
        private final Simulation simulation;
        private final boolean[] woken = new boolean[THREADS];

        SimulatedParking(Simulation simulation) {
            this.simulation = simulation;
        }

        @Override
        public boolean park(boolean timed) {
            int me = simulation.caller() - 1;
            simulation.park(FOREVER, timed);
            boolean was = woken[me];
            woken[me] = false;
            return was;
        }

        @Override
        public void unpark(int thread) {
            simulation.step("wakes");
            woken[thread] = true;
            simulation.unpark(thread + 1);
        }
    }

    @SafeVarargs
    private static Scenario with(Flaw flaw, Consumer<Limits>... users) {
        return simulation -> {
            Limits limits =
                    new Limits(
                            THREADS,
                            users.length,
                            new SimulatedMemory(simulation, true),
                            flaw,
                            new SimulatedParking(simulation));
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                simulation.thread("waits " + i, () -> limits.run(number));
            }
            for (int i = 0; i < users.length; i++) {
                Consumer<Limits> user = users[i];
                simulation.thread(
                        "user " + i,
                        () -> {
                            user.accept(limits);
                            limits.leave();
                        });
            }
            return () -> assertThat(limits.over()).doesNotHaveDuplicates();
        };
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                with(flaw, all -> all.add(FAR), all -> all.add(2)),
                with(flaw, all -> all.add(FAR), all -> all.add(50), all -> all.add(2)),
                with(
                        flaw,
                        all -> {
                            all.add(FAR);
                            all.remove(FAR);
                        }),
                with(
                        flaw,
                        all -> {
                            all.add(3);
                            all.remove(3);
                        },
                        all -> all.add(5)),
                with(
                        flaw,
                        all -> {
                            all.add(1);
                            all.add(4);
                        }));
    }

    @Test
    void withoutAFlawNoneIsMissed() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
