package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.ByIndex;
import io.roundhouse.proof.twin.ByIndex.Flaw;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of a position that is put together from a window and a slot, with a step at every
 * access: who looks never sees it ahead of its owner, nor behind where it was when the look began.
 */
final class ByIndexSimulationTest {
    private static final int DISTURBANCES = 3;
    private static final int MOST_RUNS = 300_000;
    private static final int RANDOM_RUNS = 5_000;
    private static final int STEPS = 5;

    private static Scenario looks(Flaw flaw, boolean buffers) {
        return simulation -> {
            ByIndex twin = new ByIndex(new SimulatedMemory(simulation, buffers), flaw);
            AtomicLong begun = new AtomicLong();
            AtomicLong done = new AtomicLong();
            simulation.thread(
                    "owner",
                    () -> {
                        for (int i = 0; i < STEPS; i++) {
                            begun.incrementAndGet();
                            twin.goOn();
                            done.incrementAndGet();
                        }
                    });
            simulation.thread(
                    "looker",
                    () -> {
                        long last = 0;
                        for (int i = 0; i < 2; i++) {
                            long before = buffers ? last : done.get();
                            long seen = twin.reached();
                            assertThat(seen).isBetween(before, begun.get());
                            last = seen;
                        }
                    });
            return () -> assertThat(twin.reached()).isEqualTo(STEPS);
        };
    }

    @Test
    void withoutAFlawItPasses() {
        Explorer.exhaustive(DISTURBANCES, MOST_RUNS, looks(Flaw.NONE, false)).passed();
        Explorer.random(RANDOM_RUNS, 1, looks(Flaw.NONE, true)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        assertThat(Explorer.exhaustive(DISTURBANCES, MOST_RUNS, looks(flaw, false)).failure())
                .isNotNull();
    }
}
