package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Heirs;
import io.roundhouse.proof.twin.Heirs.Flaw;
import io.roundhouse.proof.twin.Merging;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of threads that come for the lane of one that has ended, in memory with store buffers,
 * with a step at every access: without a flaw every event comes, once, and those of a thread in
 * their order; and every flaw is caught.
 */
final class HeirsSimulationTest {
    private static final int MOST_RUNS = 100_000;
    private static final int RANDOM_RUNS = 2_000;
    private static final int THREADS = 3;
    private static final int EVENTS = 2;
    private static final int LOOKS = 2;

    /** More than all events. */
    private static final int SLOTS = 8;

    /** Events of another thread begin here. */
    private static final int OTHERS = 100;

    /** One lane besides the shared one, its owner, two that come for it, and a stage. */
    private static Scenario inheriting(Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, true);
            Merging line = new Merging(2, SLOTS, SLOTS, 1, SLOTS, memory, Merging.Flaw.NONE);
            Heirs heirs = new Heirs(line, 2, THREADS, memory, flaw);
            for (int i = 0; i < THREADS; i++) {
                int me = i;
                simulation.thread(
                        "thread " + me,
                        () -> {
                            for (int number = 1; number <= EVENTS; number++) {
                                heirs.publish(me, OTHERS * me + number);
                            }
                            heirs.end(me);
                        });
            }
            simulation.thread(
                    "stage",
                    () -> {
                        for (int looks = 0; looks < LOOKS; looks++) {
                            line.look(0);
                        }
                    });
            return () -> {
                for (int looks = 0; looks < THREADS * EVENTS; looks++) {
                    line.look(0);
                }
                int[] next = new int[THREADS];
                for (long event : line.seen(0)) {
                    int thread = (int) (event / OTHERS);
                    assertThat(event).isEqualTo(OTHERS * thread + ++next[thread]);
                }
                assertThat(next).containsOnly(EVENTS);
            };
        };
    }

    @Test
    void withoutAFlawEveryEventComesInItsThreadsOrder() {
        Explorer.exhaustive(1, MOST_RUNS, inheriting(Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, inheriting(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Explorer.random(10 * RANDOM_RUNS, 1, inheriting(flaw)).failure()).isNotNull();
    }
}
