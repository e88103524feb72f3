package io.roundhouse.dispatch.internal;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.twin.BrokenRunQueue;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The queue of a worker is a list with room for 256 to whose end the owner adds, from whose front
 * it takes one, and anybody else the older half: checked by Lincheck under its own schedules of
 * every memory access, and on real threads. At the end of the ring, where slots are used again,
 * with little in it and nearly full.
 */
final class LocalQueueModel {
    private static final int SLOTS = 256;
    private static final int MOST_AT_A_TIME = 32;

    /** What is there before, where the ring begins anew. */
    private static int before(boolean full) {
        return full ? SLOTS - 1 : 2;
    }

    /** What a worker does with its queue, and others do. */
    abstract static class Tasks {
        private final LocalQueue queue = new LocalQueue();
        private int added;

        Tasks(boolean full) {
            for (int i = 1; i < SLOTS; i++) {
                queue.add(new Numbered(-i));
                queue.poll();
            }
            while (added < before(full)) {
                add();
            }
        }

        @Operation(nonParallelGroup = "owner")
        public boolean add() {
            boolean has = queue.add(new Numbered(added + 1));
            added += has ? 1 : 0;
            return has;
        }

        @Operation(nonParallelGroup = "owner")
        public int poll() {
            return number(queue.poll());
        }

        /** The numbers, the oldest first. */
        @Operation
        public List<Integer> steal() {
            LocalQueue mine = new LocalQueue();
            List<Integer> stolen = new ArrayList<>();
            for (Task next = queue.steal(mine); next != null; next = mine.poll()) {
                stolen.add(number(next));
            }
            return stolen;
        }

        private static int number(@Nullable Task task) {
            return task instanceof Numbered numbered ? numbered.number : 0;
        }
    }

    /** Two are there. */
    public static class Few extends Tasks {
        public Few() {
            super(false);
        }
    }

    /** There is room for one. */
    public static class Many extends Tasks {
        public Many() {
            super(true);
        }
    }

    /** The twin whose owner takes by a store. */
    public static class Broken {
        private final BrokenRunQueue queue = new BrokenRunQueue();
        private int added;

        public Broken() {
            while (added < before(false)) {
                add();
            }
        }

        @Operation(nonParallelGroup = "owner")
        public boolean add() {
            return queue.add(++added);
        }

        @Operation(nonParallelGroup = "owner")
        public int poll() {
            return queue.poll();
        }

        @Operation
        public List<Integer> steal() {
            int task = queue.steal();
            return task == 0 ? List.of() : List.of(task);
        }
    }

    /** What they are held against. */
    abstract static class Bounded {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int most;
        private int added;

        Bounded(int before, int most) {
            this.most = most;
            while (added < before) {
                add();
            }
        }

        public boolean add() {
            return list.size() < SLOTS && list.add(++added);
        }

        public int poll() {
            Integer first = list.poll();
            return first == null ? 0 : first;
        }

        public List<Integer> steal() {
            List<Integer> half =
                    List.copyOf(list.subList(0, Math.min((list.size() + 1) / 2, most)));
            list.removeAll(half);
            return half;
        }
    }

    /** Two are there. */
    public static class WithFew extends Bounded {
        public WithFew() {
            super(before(false), MOST_AT_A_TIME);
        }
    }

    /** There is room for one. */
    public static class WithMany extends Bounded {
        public WithMany() {
            super(before(true), MOST_AT_A_TIME);
        }
    }

    /** Two are there, and are stolen one by one. */
    public static class OneByOne extends Bounded {
        public OneByOne() {
            super(before(false), 1);
        }
    }

    private static ModelCheckingOptions modelChecking(Class<?> specification) {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(2)
                .iterations(4 * TIMES)
                .invocationsPerIteration(100)
                .sequentialSpecification(specification);
    }

    private static StressOptions onRealThreads(Class<?> specification) {
        return new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(2 * TIMES)
                .invocationsPerIteration(200)
                .sequentialSpecification(specification);
    }

    @Test
    void withFewTasksItIsLinearizable() {
        modelChecking(WithFew.class).check(Few.class);
        onRealThreads(WithFew.class).check(Few.class);
    }

    /** Filling it takes most of the time. */
    @Test
    void nearlyFullItIsLinearizable() {
        modelChecking(WithMany.class)
                .iterations(TIMES)
                .invocationsPerIteration(50)
                .check(Many.class);
        onRealThreads(WithMany.class).check(Many.class);
    }

    @Test
    void anOwnerThatTakesByAStoreIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(OneByOne.class)
                                .minimizeFailedScenario(false)
                                .check(Broken.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
