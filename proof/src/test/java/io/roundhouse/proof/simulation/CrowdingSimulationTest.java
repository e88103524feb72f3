package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Crowding;
import io.roundhouse.proof.twin.Crowding.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of many who sleep at one end, in memory with store buffers, with a step at every access:
 * without a flaw nobody sleeps beside an element, and every flaw is caught.
 */
final class CrowdingSimulationTest {
    private static final io.roundhouse.proof.twin.Flaw NAPS = io.roundhouse.proof.twin.Flaw.NONE;
    private static final io.roundhouse.proof.twin.Flaw WITHOUT_NAPS =
            io.roundhouse.proof.twin.Flaw.PARKS_WITHOUT_END;

    private static final int SCHEDULES = 3_000;

    /** What a scenario is about. */
    private enum Kind {
        /** Nothing is hidden by naps, or in store buffers. */
        PLAIN,

        /** Likewise; the first consumer is told to give up. */
        INTERRUPTED,

        /** Stores wait in store buffers, and naps cover what needs time. */
        BUFFERED,

        /** Likewise; who puts is alone, and may be sent away without a fence. */
        ALONE,

        /** Buffered; who takes stays at the bell, and does not nap where others fence. */
        STAYING,

        /** Likewise, and who puts is alone. */
        STAYING_WITH_ONE,

        /** Staying, and there was a stay before. */
        STAYING_AGAIN,

        /**
         * Likewise, without naps: one more is about to sleep, so that who puts looks and fences.
         */
        RUNG
    }

    /**
     * So many who take one element each, and who put as many among them. One that is told to give
     * up has its element put only if it has taken one nevertheless.
     */
    private static Scenario taking(Kind kind, int consumers, int producers, Flaw flaw) {
        return taking(kind, consumers, producers, 1, flaw);
    }

    /** Likewise, so many times each. */
    private static Scenario taking(Kind kind, int consumers, int producers, int times, Flaw flaw) {
        boolean interrupted = kind == Kind.INTERRUPTED;
        int elements = interrupted ? consumers - 1 : consumers * times;
        return simulation -> {
            Crowding queue = queue(kind, consumers, consumers * times, simulation, flaw);
            if (kind == Kind.RUNG) {
                queue.anotherIsAboutToSleep();
            }
            if (kind == Kind.STAYING_AGAIN) {
                queue.haveStayedBefore();
            }
            int[] taken = new int[1];
            for (int i = 0; i < consumers; i++) {
                int me = i;
                simulation.thread(
                        "consumer " + me,
                        () -> {
                            for (int time = 0; time < times; time++) {
                                if (queue.take(me)) {
                                    taken[0]++;
                                    if (interrupted && me == 0) {
                                        queue.put(elements);
                                    }
                                }
                            }
                        });
            }
            for (int i = 0; i < producers; i++) {
                int first = i;
                simulation.thread(
                        "producer " + first,
                        () -> {
                            for (int slot = first; slot < elements; slot += producers) {
                                if (kind == Kind.ALONE || kind == Kind.STAYING_WITH_ONE) {
                                    queue.putAlone(slot);
                                } else {
                                    queue.put(slot);
                                }
                            }
                        });
            }
            if (interrupted) {
                simulation.thread("who interrupts", () -> queue.interrupt(0));
            }
            return () -> {
                assertThat(taken[0]).isBetween(elements, consumers * times);
                assertThat(queue.left()).isZero();
            };
        };
    }

    private static Crowding queue(
            Kind kind, int consumers, int elements, Simulation simulation, Flaw flaw) {
        boolean staying =
                kind == Kind.STAYING || kind == Kind.STAYING_WITH_ONE || kind == Kind.STAYING_AGAIN;
        boolean naps = kind == Kind.BUFFERED || kind == Kind.ALONE || staying;
        boolean buffers = naps || kind == Kind.RUNG;
        return new Crowding(
                consumers,
                elements,
                staying,
                new SimulatedMemory(simulation, buffers),
                flaw,
                memory -> new SimulatedWaiter(simulation, memory, naps ? NAPS : WITHOUT_NAPS));
    }

    private static List<Scenario> scenarios(Flaw flaw) {
        return List.of(
                taking(Kind.PLAIN, 2, 1, flaw),
                taking(Kind.PLAIN, 2, 2, flaw),
                taking(Kind.PLAIN, 3, 2, flaw),
                taking(Kind.INTERRUPTED, 2, 1, flaw),
                taking(Kind.BUFFERED, 2, 2, flaw),
                taking(Kind.ALONE, 3, 1, flaw),
                taking(Kind.RUNG, 2, 2, flaw));
    }

    /** Long ones, of which not all schedules with two disturbances can be tried. */
    private static List<Scenario> scenariosOfStays(Flaw flaw) {
        return List.of(
                taking(Kind.STAYING, 1, 2, 4, flaw),
                taking(Kind.STAYING, 2, 1, 2, flaw),
                taking(Kind.STAYING_AGAIN, 2, 2, flaw),
                taking(Kind.STAYING_AGAIN, 3, 2, flaw),
                taking(Kind.STAYING_WITH_ONE, 2, 1, 3, flaw),
                taking(Kind.STAYING_WITH_ONE, 3, 1, 2, flaw));
    }

    @Test
    void withoutAFlawNobodySleepsBesideAnElement() {
        Twins.pass(scenarios(Flaw.NONE));
    }

    @Test
    void withoutAFlawNobodySleepsBesideAnElementWhereConsumersStay() {
        for (Scenario each : scenariosOfStays(Flaw.NONE)) {
            Explorer.exhaustive(1, SCHEDULES, each).passed();
            Explorer.random(SCHEDULES, 1, each).passed();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        boolean caught =
                scenariosOfStays(flaw).stream()
                        .anyMatch(each -> Explorer.random(SCHEDULES, 1, each).failure() != null);
        assertThat(caught || Twins.isOneCaught(scenarios(flaw))).isTrue();
    }
}
