package io.roundhouse.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import io.roundhouse.proof.twin.Merging;
import io.roundhouse.proof.twin.Merging.Flaw;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The twin of publishers' lanes that come into one order, and of room that last stages give back,
 * with a step at every access: without a flaw every stage sees what was accepted, all of it, once,
 * as it was published and in the same order as the others, and all room comes back; and every flaw
 * is caught.
 */
final class MergingSimulationTest {
    private static final int MOST_RUNS = 50_000;
    private static final int RANDOM_RUNS = 500;
    private static final int RUNS_TO_CATCH = 10_000;

    /** More than a line without a flaw needs to come to its end. */
    private static final int LAST_LOOKS = 16;

    /** How often a publisher looks for room for an event. */
    private static final int TRIES = 3;

    /** Events of another publisher begin here. */
    private static final int OTHERS = 100;

    private static final int ALL_AT_HAND = 100;

    /** What a line is like, and what happens in it. */
    private enum Shape {
        /** One publisher with one slot. */
        ONE_SLOT(1, 3, 1, 1, 1, 3, ALL_AT_HAND),

        /** One slot that two stages free. */
        GATE(1, 3, 1, 1, 2, 3, ALL_AT_HAND),

        /** Two publishers whose runs take all entries, and a stage that stops within a run. */
        RUNS(2, 3, 2, 1, 1, 6, 1),

        /** Two stages, of which each may be the one that merges, or be behind by runs. */
        SIDE_BY_SIDE(2, 3, 2, 1, 2, 3, 2),

        /** Two publishers of trains of two events. */
        TRAINS(2, 3, 4, 2, 1, 3, ALL_AT_HAND);

        private final int publishers;
        private final int events;
        private final int capacity;
        private final int train;
        private final int stages;
        private final int looks;
        private final int most;

        Shape(
                int publishers,
                int events,
                int capacity,
                int train,
                int stages,
                int looks,
                int most) {
            this.publishers = publishers;
            this.events = events;
            this.capacity = capacity;
            this.train = train;
            this.stages = stages;
            this.looks = looks;
            this.most = most;
        }

        Merging line(Simulation simulation, boolean buffers, Flaw flaw) {
            return new Merging(
                    publishers,
                    capacity,
                    train,
                    stages,
                    most,
                    new SimulatedMemory(simulation, buffers),
                    flaw);
        }
    }

    /** Publishers and stages of that shape, in memory with store buffers or without. */
    private static Scenario scenario(Shape shape, boolean buffers, Flaw flaw) {
        return simulation -> {
            Merging line = shape.line(simulation, buffers, flaw);
            int[] accepted = new int[shape.publishers];
            for (int i = 0; i < Math.max(shape.publishers, shape.stages); i++) {
                int me = i;
                if (me < shape.publishers) {
                    simulation.thread("publisher " + me, () -> publish(line, shape, me, accepted));
                }
                if (me < shape.stages) {
                    simulation.thread("stage " + me, () -> look(line, me, shape.looks));
                }
            }
            return () -> check(line, shape.stages, accepted);
        };
    }

    private static void publish(Merging line, Shape shape, int publisher, int[] accepted) {
        int tries = TRIES * shape.events;
        while (accepted[publisher] < shape.events && tries > 0) {
            if (!publish(line, publisher, accepted)) {
                tries--;
            }
        }
    }

    private static boolean publish(Merging line, int publisher, int[] accepted) {
        boolean has = line.publish(publisher, event(publisher, accepted[publisher] + 1));
        accepted[publisher] += has ? 1 : 0;
        return has;
    }

    private static void look(Merging line, int stage, int times) {
        for (int i = 0; i < times; i++) {
            line.look(stage);
        }
    }

    /**
     * Both stages have passed two runs of which nobody has said so yet; one is about to search for
     * the third, while the other one makes two more, for which those two are given up.
     */
    private static Scenario searching(Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, false);
            Merging line = new Merging(2, 3, 3, 2, 1, memory, flaw);
            int[] accepted = new int[2];
            publish(line, 0, accepted);
            publish(line, 1, accepted);
            line.look(0); // two runs, of which it handles the first
            publish(line, 0, accepted);
            look(line, 1, 2); // a third one
            line.look(0);
            simulation.thread("who searches", () -> line.look(0));
            simulation.thread(
                    "the other one",
                    () -> {
                        publish(line, 1, accepted);
                        line.look(1);
                        publish(line, 0, accepted);
                        line.look(1);
                    });
            return () -> check(line, 2, accepted);
        };
    }

    /** One merges what there is while the other one publishes more, and merges that. */
    private static Scenario merging(Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, false);
            Merging line = new Merging(2, 2, 2, 2, ALL_AT_HAND, memory, flaw);
            int[] accepted = new int[2];
            publish(line, 0, accepted);
            simulation.thread("who merges", () -> line.look(0));
            simulation.thread(
                    "the other one",
                    () -> {
                        publish(line, 1, accepted);
                        line.look(1);
                    });
            return () -> check(line, 2, accepted);
        };
    }

    /** A publisher without room gives back what there is, while the stage does so that merges. */
    private static Scenario retiring(Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, false);
            Merging line = new Merging(3, 2, 2, 1, 1, memory, flaw);
            int[] accepted = new int[3];
            for (int publisher : new int[] {0, 0, 1, 1}) {
                publish(line, publisher, accepted);
            }
            line.look(0); // two runs, of whose first one it handles half
            simulation.thread("publisher 1", () -> publish(line, 1, accepted));
            simulation.thread(
                    "stage",
                    () -> {
                        look(line, 0, 2);
                        publish(line, 2, accepted);
                        line.look(0);
                    });
            return () -> check(line, 1, accepted);
        };
    }

    /** Two stages pass the last event at the same time, and one of them has it cleared. */
    private static Scenario clearing(Flaw flaw) {
        return simulation -> {
            SimulatedMemory memory = new SimulatedMemory(simulation, true);
            Merging line = new Merging(1, 2, 2, 2, 1, memory, flaw);
            int[] accepted = new int[1];
            publish(line, 0, accepted);
            publish(line, 0, accepted);
            for (int i = 0; i < 2; i++) {
                int me = i;
                line.lookAndClear(me); // the first event: nobody takes the lock for the second
                simulation.thread("stage " + me, () -> line.lookAndClear(me));
            }
            return () -> {
                assertThat(line.isCleared()).isTrue();
                check(line, 2, accepted);
            };
        };
    }

    private static void check(Merging line, int stages, int[] accepted) {
        for (int looks = 0; looks < LAST_LOOKS; looks++) {
            for (int i = 0; i < stages; i++) {
                line.look(i);
            }
        }
        List<Long> order = line.seen(0);
        int[] next = new int[accepted.length];
        for (long event : order) {
            int publisher = (int) (event / OTHERS);
            assertThat(event).isEqualTo(event(publisher, ++next[publisher]));
        }
        assertThat(next).isEqualTo(accepted);
        for (int i = 1; i < stages; i++) {
            assertThat(line.seen(i)).isEqualTo(order);
        }
        assertThat(line.hasAllRoomBack()).isTrue();
    }

    private static long event(int publisher, int number) {
        return (long) OTHERS * publisher + number;
    }

    @ParameterizedTest
    @EnumSource
    void withoutAFlawNothingIsLostDoubledOrOverwritten(Shape shape) {
        Explorer.exhaustive(1, MOST_RUNS, scenario(shape, false, Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, scenario(shape, false, Flaw.NONE)).passed();
        Explorer.random(RANDOM_RUNS, 1, scenario(shape, true, Flaw.NONE)).passed();
    }

    @Test
    void aRunIsFoundWhileThoseBeforeItAreGivenUp() {
        Explorer.exhaustive(2, MOST_RUNS, searching(Flaw.NONE)).passed();
    }

    @Test
    void twoThatMergeOrGiveRoomBackDoSoOneBehindTheOther() {
        Explorer.exhaustive(2, MOST_RUNS, merging(Flaw.NONE)).passed();
        Explorer.exhaustive(2, MOST_RUNS, retiring(Flaw.NONE)).passed();
    }

    @Test
    void ofTwoThatPassAnEventOneClearsIt() {
        Explorer.exhaustive(2, MOST_RUNS, clearing(Flaw.NONE)).passed();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyFlawIsCaught(Flaw flaw) {
        boolean caught =
                switch (flaw) {
                    case NONE -> false;
                    case TELLS_BEFORE_IT_HAS_READ, PUBLISHES_BEFORE_IT_FILLS ->
                            isCaught(Shape.ONE_SLOT, flaw);
                    case FREES_WHAT_ONE_HAS_PASSED -> isCaught(Shape.GATE, flaw);
                    case RETIRES_RUNS_TOO_EARLY, PASSES_OVER_RUNS -> isCaught(Shape.RUNS, flaw);
                    case TELLS_OF_RUNS_TOO_EARLY,
                            TELLS_OF_EVENTS_TOO_EARLY,
                            USES_ENTRIES_TOO_EARLY ->
                            isCaught(Shape.SIDE_BY_SIDE, flaw);
                    case MERGES_UNLOCKED, LETS_GO_TOO_EARLY -> isCaught(merging(flaw));
                    case RETIRES_UNLOCKED -> isCaught(retiring(flaw));
                    case CLEARS_WITHOUT_A_FENCE -> isCaught(clearing(flaw));
                    case TELLS_OF_TRAINS_TOO_EARLY, TAKES_TRAINS_ONLY, TAKES_A_TRAIN_AGAIN ->
                            isCaught(Shape.TRAINS, flaw);
                    case DOES_NOT_LOOK_AGAIN -> isCaught(searching(flaw));
                };

        assertThat(caught).isTrue();
    }

    private static boolean isCaught(Shape shape, Flaw flaw) {
        return Explorer.random(RUNS_TO_CATCH, 1, scenario(shape, false, flaw)).failure() != null;
    }

    private static boolean isCaught(Scenario scenario) {
        return Explorer.exhaustive(1, MOST_RUNS, scenario).failure() != null;
    }
}
