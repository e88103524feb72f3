package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Dating;
import io.roundhouse.proof.twin.Dating.End;
import io.roundhouse.proof.twin.Dating.Flaw;
import io.roundhouse.proof.twin.Memory.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of publishers that tell each other what they have published, and of two that put it in
 * order meanwhile, in memory with store buffers, with a step at every access: without a flaw all
 * events come, once, each behind all that its publisher knew of; and every flaw is caught.
 */
final class DatingSimulationTest {
    private static final int MOST_RUNS = 200_000;
    private static final int RANDOM_RUNS = 3_000;
    private static final int RUNS_TO_CATCH = 50_000;
    private static final int EVENTS = 3;
    private static final int TAKES = 2;

    /** Events of another publisher begin here. */
    private static final int OTHERS = 100;

    /** Who publishes, who knows of whom, and who has no stack to publish at a first attempt. */
    private enum Shape {
        /** Two publishers at once. */
        TWO(2, 2, End.NOWHERE),

        /** Three publishers, of which some hear of each other by the third. */
        THREE(3, 1, End.NOWHERE),

        /** Two of which each marks each event twice. */
        TWICE(2, 1, End.BEHIND_A_MARK),

        /** Two of which each begins to mark each event twice. */
        BEGUN_TWICE(2, 1, End.WITHIN_A_MARK);

        private final int publishers;
        private final int takers;
        private final End end;

        Shape(int publishers, int takers, End end) {
            this.publishers = publishers;
            this.takers = takers;
            this.end = end;
        }
    }

    /** What each event's publisher knew of the others when it had filled it. */
    private static final class Telling {
        private final Cell[] told;
        private final Map<Long, long[]> known = new HashMap<>();

        Telling(int publishers, SimulatedMemory memory) {
            told = new Cell[publishers];
            for (int i = 0; i < publishers; i++) {
                told[i] = memory.cell(0);
            }
        }

        long fill(int me, int number) {
            long event = (long) OTHERS * me + number;
            long[] its = new long[told.length];
            for (int i = 0; i < told.length; i++) {
                its[i] = i == me ? number - 1 : told[i].read();
            }
            known.put(event, its);
            return event;
        }

        void check(List<Long> order) {
            long[] come = new long[told.length];
            for (long event : order) {
                int publisher = (int) (event / OTHERS);
                assertThat(event % OTHERS).isEqualTo(come[publisher] + 1);
                long[] its = known.get(event);
                for (int i = 0; i < told.length; i++) {
                    assertThat(come[i])
                            .as("of %d before %d", i, event)
                            .isGreaterThanOrEqualTo(its[i]);
                }
                come[publisher]++;
            }
            assertThat(come).containsOnly(EVENTS);
        }
    }

    private static Scenario telling(Shape shape, Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, true);
            Dating line = new Dating(shape.publishers, 2 * EVENTS, memory, flaw);
            Telling telling = new Telling(shape.publishers, memory);
            for (int i = 0; i < shape.publishers; i++) {
                int me = i;
                simulation.thread("publisher " + me, () -> publish(line, telling, me, shape));
            }
            for (int i = 0; i < shape.takers; i++) {
                simulation.thread("taker " + i, () -> take(line));
            }
            return () -> {
                take(line);
                telling.check(line.order());
            };
        };
    }

    private static void publish(Dating line, Telling telling, int me, Shape shape) {
        for (int i = 1; i <= EVENTS; i++) {
            int number = i;
            if (shape.end != End.NOWHERE) {
                line.publish(me, () -> telling.fill(me, number), shape.end);
            }
            if (line.hasNotPublished(me, number)) {
                line.publish(me, () -> telling.fill(me, number), End.NOWHERE);
            }
            telling.told[me].write(number);
        }
    }

    private static void take(Dating line) {
        for (int i = 0; i < TAKES; i++) {
            line.take();
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutAFlawEachEventComesBehindAllThatItsPublisherKnew(Shape shape) {
        Explorer.exhaustive(1, MOST_RUNS, telling(shape, Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, telling(shape, Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        Shape shape =
                switch (flaw) {
                    case LEAVES_AN_OLD_MARK, PASSES_MARKS_TOO_EARLY -> Shape.TWICE;
                    case NOTES_A_MARK_TOO_EARLY -> Shape.BEGUN_TWICE;
                    default -> Shape.TWO;
                };
        assertThat(Explorer.random(RUNS_TO_CATCH, 1, telling(shape, flaw)).failure()).isNotNull();
    }

    @Test
    void ofThreeSomeKnowOfOthersByTheThird() {
        assertThat(
                        Explorer.random(
                                        RUNS_TO_CATCH,
                                        1,
                                        telling(Shape.THREE, Flaw.LOOKS_BEFORE_IT_BEGINS))
                                .failure())
                .isNotNull();
    }
}
