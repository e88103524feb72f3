package io.roundhouse.dispatch.internal;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.twin.BrokenList;
import java.util.LinkedList;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * The list of tasks from outside is a queue, as far as those who add and one who takes can tell,
 * who looks again where the list is cut: checked by Lincheck under its own schedules of every
 * memory access, and on real threads. That who takes while another one does goes on without is
 * {@link InjectionStress}'s.
 */
final class InjectionModel {
    /** More than the rounds of who waits for a link. */
    private static final int LONGEST_LOOP = 50;

    private static final int MOST_LOOKS = 10_000;
    private static final int CUT = -1;

    /** What threads do with the list. */
    @Param(name = "number", gen = IntGen.class, conf = "1:9")
    public static class Tasks {
        private final Injection list = new Injection();
        private Numbered last = new Numbered(0);

        @Operation
        public void add(@Param(name = "number") int number) {
            list.add(new Numbered(number));
        }

        /** The oldest, 0 if there is none; {@link #CUT} if it cannot be reached. */
        @Operation(nonParallelGroup = "taker")
        public int take() {
            for (int looks = 0; !list.isEmpty(); looks++) {
                if (list.poll() instanceof Numbered next) {
                    last = next;
                    return next.number;
                }
                if (looks == MOST_LOOKS) {
                    return CUT;
                }
                Thread.yield(); // to who is about to link
            }
            return 0;
        }

        /** The one that was taken last: its link is written anew. */
        @Operation(nonParallelGroup = "taker")
        public void addAgain() {
            list.add(last);
            last = new Numbered(0);
        }
    }

    /** The twin whose tail is written in two steps. */
    @Param(name = "number", gen = IntGen.class, conf = "1:9")
    public static class Broken {
        private final BrokenList list = new BrokenList();
        private int last;

        @Operation
        public void add(@Param(name = "number") int number) {
            list.add(number);
        }

        @Operation(nonParallelGroup = "taker")
        public int take() {
            int next = list.poll();
            last = next == 0 ? last : next;
            return next;
        }

        @Operation(nonParallelGroup = "taker")
        public void addAgain() {
            list.add(last);
            last = 0;
        }
    }

    /** What they are held against. */
    public static class Queue {
        private final LinkedList<Integer> list = new LinkedList<>();
        private int last;

        public void add(int number) {
            list.add(number);
        }

        public int take() {
            if (list.isEmpty()) {
                return 0;
            }
            last = list.remove();
            return last;
        }

        public void addAgain() {
            list.add(last);
            last = 0;
        }
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(5 * TIMES)
                .invocationsPerIteration(400)
                .loopBound(LONGEST_LOOP)
                .sequentialSpecification(Queue.class);
    }

    @Test
    void aListIsAQueueUnderEverySchedule() {
        modelChecking().check(Tasks.class);
    }

    @Test
    void aListIsAQueueOnRealThreads() {
        new StressOptions()
                .threads(3)
                .actorsPerThread(4)
                .iterations(3 * TIMES)
                .invocationsPerIteration(500)
                .sequentialSpecification(Queue.class)
                .check(Tasks.class);
    }

    @Test
    void aTailThatIsWrittenInTwoStepsIsCaught() {
        assertThatThrownBy(() -> modelChecking().minimizeFailedScenario(false).check(Broken.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
