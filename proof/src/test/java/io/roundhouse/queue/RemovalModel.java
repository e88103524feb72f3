package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.Scenario;
import io.roundhouse.proof.Unwatched;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What leaves a queue while others take and look, under Lincheck's schedules: the segments of a
 * growing one, and the element that an iterator has shown. With a twin for each step that may be
 * done wrong.
 */
final class RemovalModel {
    /** More than the edge of an array has slots: who looks behind its segment is outside. */
    private static final int MANY = 40;

    /** A queue in segments of one slot. */
    private static class Growing extends GrowingQueue<Integer> {
        Growing() {
            super(
                    Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                            .growing(1, Integer.MAX_VALUE)
                            .waiting(Awake.INSTANCE));
        }
    }

    /** A twin whose consumers begin to look wherever the last of them has taken. */
    private static final class GoesBack extends Growing {
        @Override
        void leaveAllBefore(Segment segment) {
            first = segment;
        }
    }

    /** A twin that holds the segments that removals have emptied. */
    private static final class HoldsThem extends Growing {
        @Override
        void unlockHead(long position) {
            moveHead(position);
        }
    }

    // ---- segments that consumers leave

    /** Consumers take, or remove all, while others look. */
    public abstract static class Leaving {
        private final GrowingQueue<Integer> queue;

        Leaving(GrowingQueue<Integer> queue, int elements) {
            this.queue = queue;
            for (int i = 0; i < elements; i++) {
                queue.add(i);
            }
        }

        @Operation
        public void take() {
            queue.poll();
        }

        @Operation
        public void removeAll() {
            queue.removeIf(_ -> true);
        }

        @Operation
        public void look() {
            queue.hasElement();
        }

        /** But for the one that was left last. */
        @Validate
        public void segmentsThatAllHaveLeftAreNotHeld() {
            if (queue.segments() > queue.size() + 1) {
                throw new IllegalStateException(
                        queue.segments() + " segments for " + queue.size() + " elements");
            }
        }
    }

    /** Without a flaw, a few elements. */
    public static class Few extends Leaving {
        public Few() {
            super(new Growing(), 3);
        }
    }

    /** Without a flaw, many elements. */
    public static class Many extends Leaving {
        public Many() {
            super(new Growing(), MANY);
        }
    }

    /** See {@link GoesBack}. */
    public static class FewGoBack extends Leaving {
        public FewGoBack() {
            super(new GoesBack(), 3);
        }
    }

    /** See {@link HoldsThem}. */
    public static class ManyAreHeld extends Leaving {
        public ManyAreHeld() {
            super(new HoldsThem(), MANY);
        }
    }

    private static final List<List<String>> TWO_TAKE = List.of(List.of("take"), List.of("take"));
    private static final List<List<String>> ONE_REMOVES_ALL =
            List.of(List.of("removeAll"), List.of("look"));
    private static final List<List<String>> ONE_TAKES_MEANWHILE =
            List.of(List.of("removeAll"), List.of("take"));

    @Test
    void firstNeverGoesBack() {
        passes(Few.class, TWO_TAKE);
        isCaught(FewGoBack.class, TWO_TAKE, "segments for");
    }

    @Test
    void segmentsEmptiedByARemovalAreLeftBehindTheHead() {
        passes(Many.class, ONE_REMOVES_ALL);
        passes(Many.class, ONE_TAKES_MEANWHILE);
        isCaught(ManyAreHeld.class, ONE_REMOVES_ALL, "segments for");
    }

    // ---- an element that an iterator has shown

    /** One removes the first element, which its iterator has shown, while others come before it. */
    public abstract static class Showing {
        private final ObjectQueue<Integer> queue;
        private final Middle middle;
        private final Middle.Snapshot shown;

        Showing(Function<ObjectQueue<Integer>, Middle> middles) {
            queue =
                    Queues.bare(
                            Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                                    .bounded(4)
                                    .waiting(Awake.INSTANCE));
            queue.addAll(List.of(1, 2, 3));
            middle = middles.apply(queue);
            shown = middle.snapshot();
        }

        @Operation(runOnce = true)
        public boolean removeShown() {
            return middle.removeSeen(shown, 0, 0);
        }

        @Operation
        public boolean removeSecond() {
            return middle.removeFirst(each -> each.equals(2));
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }
    }

    /** Without a flaw. */
    public static class Shown extends Showing {
        public Shown() {
            super(Middle::new);
        }
    }

    /** A twin that does not ask who has moved it meanwhile. */
    private static final class WhereItWas extends Middle {
        WhereItWas(ObjectQueue<?> queue) {
            super(queue);
        }

        @Override
        boolean removeSeen(Snapshot old, int index, int own) {
            Snapshot now = snapshot();
            return super.removeSeen(
                    new Snapshot(old.contents(), old.first(), now.stamp(), now.shifts()),
                    index,
                    own);
        }
    }

    /** See {@link WhereItWas}. */
    public static class SoughtWhereItWas extends Showing {
        public SoughtWhereItWas() {
            super(WhereItWas::new);
        }
    }

    /** The list that they are held against. */
    public static class Plain {
        private final List<Integer> list = new ArrayList<>(List.of(1, 2, 3));

        public boolean removeShown() {
            return list.remove((Integer) 1);
        }

        public boolean removeSecond() {
            return list.remove((Integer) 2);
        }

        public @Nullable Integer poll() {
            return list.isEmpty() ? null : list.removeFirst();
        }
    }

    private static final List<List<String>> ANOTHER_REMOVES =
            List.of(List.of("removeShown", "poll"), List.of("removeSecond"));
    private static final List<List<String>> ANOTHER_TAKES =
            List.of(List.of("removeShown"), List.of("removeSecond", "poll"));

    @Test
    void anElementThatWasShownIsRemovedWhereverItHasBeenMoved() {
        passes(Shown.class, ANOTHER_REMOVES, Plain.class);
        passes(Shown.class, ANOTHER_TAKES, Plain.class);
        isCaught(SoughtWhereItWas.class, ANOTHER_REMOVES, Plain.class, "");
    }

    // ---- an element that is there all the time

    /** One looks for the second element, while another one moves it, or takes it for its equal. */
    public abstract static class Looking {
        private final ObjectQueue<Integer> queue;
        private final Middle middle;

        Looking(Plan plan, Function<ObjectQueue<Integer>, Middle> middles) {
            queue = Queues.bare(plan.waiting(Awake.INSTANCE));
            queue.addAll(List.of(1, 2));
            middle = middles.apply(queue);
        }

        @Operation
        public boolean containsSecond() {
            return middle.contains(2);
        }

        @Operation
        public boolean removeSecond() {
            return middle.removeFirst(each -> each.equals(2));
        }

        @Operation
        public boolean putThird() {
            return queue.offer(3);
        }

        @Operation
        public boolean removeThird() {
            return middle.removeFirst(each -> each.equals(3));
        }

        @Operation
        public boolean removeAllOfThird() {
            return middle.removeAll(each -> each.equals(3));
        }

        @Operation
        public boolean putSecondAgain() {
            return queue.offer(2);
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }
    }

    private static Plan ofOne() {
        return Plan.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER);
    }

    private static Plan ofMany() {
        return Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS);
    }

    /** Without a flaw, for one thread each. */
    public static class LooksAtOne extends Looking {
        public LooksAtOne() {
            super(ofOne().bounded(4), Middle::new);
        }
    }

    /** Without a flaw, for many. */
    public static class LooksAtMany extends Looking {
        public LooksAtMany() {
            super(ofMany().bounded(4), Middle::new);
        }
    }

    /** Without a flaw, in segments of one slot. */
    public static class LooksAtGrowing extends Looking {
        public LooksAtGrowing() {
            super(ofMany().growing(1, 4), Middle::new);
        }
    }

    /** A twin whose look ends where the end was. */
    public static class LooksOnce extends Looking {
        public LooksOnce() {
            super(
                    ofMany().bounded(4),
                    queue ->
                            new Middle(queue) {
                                @Override
                                boolean isAll(boolean sawEach, long stamp) {
                                    return true;
                                }
                            });
        }
    }

    /** A twin that does not mind what was moved. */
    public static class MindsWhatIsTakenOnly extends Looking {
        public MindsWhatIsTakenOnly() {
            super(
                    ofMany().bounded(4),
                    queue ->
                            new Middle(queue) {
                                @Override
                                boolean isAll(boolean sawEach, long stamp) {
                                    return sawEach;
                                }
                            });
        }
    }

    /** A twin that does not mind what was taken. */
    public static class MindsWhatIsMovedOnly extends Looking {
        public MindsWhatIsMovedOnly() {
            super(
                    ofMany().bounded(4),
                    queue ->
                            new Middle(queue) {
                                @Override
                                boolean isAll(boolean sawEach, long stamp) {
                                    return super.isAll(true, stamp);
                                }
                            });
        }
    }

    /** The list that they are held against. */
    public static class OfTwo {
        private final List<Integer> list = new ArrayList<>(List.of(1, 2));

        public boolean containsSecond() {
            return list.contains(2);
        }

        public boolean removeSecond() {
            return list.remove((Integer) 2);
        }

        public boolean putThird() {
            return list.size() < 4 && list.add(3);
        }

        public boolean removeThird() {
            return list.remove((Integer) 3);
        }

        public boolean removeAllOfThird() {
            return list.removeIf(each -> each.equals(3));
        }

        public boolean putSecondAgain() {
            return list.size() < 4 && list.add(2);
        }

        public @Nullable Integer poll() {
            return list.isEmpty() ? null : list.removeFirst();
        }
    }

    private static final List<String> MOVES_IT = List.of("putThird", "removeThird");
    private static final List<String> MOVES_IT_FAR =
            List.of("putThird", "putThird", "removeAllOfThird");
    private static final List<String> TAKES_IT_FOR_ITS_EQUAL =
            List.of("putSecondAgain", "poll", "poll");

    private static List<List<String>> beside(String look, List<String> others) {
        return List.of(List.of(look), others);
    }

    private static void findsIt(Class<?> operations, List<String> others) {
        passes(operations, beside("containsSecond", others), OfTwo.class);
    }

    private static void removesIt(Class<?> operations, List<String> others) {
        passes(operations, beside("removeSecond", others), OfTwo.class);
    }

    private static void missesIt(Class<?> operations, List<String> others) {
        isCaught(operations, beside("containsSecond", others), OfTwo.class, "");
        isCaught(operations, beside("removeSecond", others), OfTwo.class, "");
    }

    @Test
    void whatIsThereAllTheTimeIsFound() {
        findsIt(LooksAtOne.class, MOVES_IT);
        findsIt(LooksAtOne.class, TAKES_IT_FOR_ITS_EQUAL);
        findsIt(LooksAtMany.class, MOVES_IT_FAR);
        findsIt(LooksAtGrowing.class, MOVES_IT);
    }

    @Test
    void whatIsThereAllTheTimeIsRemoved() {
        removesIt(LooksAtMany.class, MOVES_IT);
        removesIt(LooksAtMany.class, TAKES_IT_FOR_ITS_EQUAL);
        removesIt(LooksAtGrowing.class, MOVES_IT_FAR);
    }

    @Test
    void aLookThatDoesNotGoOnIsCaught() {
        missesIt(LooksOnce.class, MOVES_IT);
        missesIt(LooksOnce.class, TAKES_IT_FOR_ITS_EQUAL);
        missesIt(MindsWhatIsTakenOnly.class, MOVES_IT);
        missesIt(MindsWhatIsMovedOnly.class, TAKES_IT_FOR_ITS_EQUAL);
    }

    // ---- the checker

    private static void passes(Class<?> operations, List<List<String>> atOnce) {
        passes(operations, atOnce, operations);
    }

    private static void passes(
            Class<?> operations, List<List<String>> atOnce, Class<?> specification) {
        checking(specification, Scenario.of(operations, List.of(), atOnce))
                .invocationsPerIteration(150 * TIMES)
                .check(operations);
    }

    private static void isCaught(Class<?> operations, List<List<String>> atOnce, String message) {
        isCaught(operations, atOnce, operations, message);
    }

    private static void isCaught(
            Class<?> operations,
            List<List<String>> atOnce,
            Class<?> specification,
            String message) {
        ExecutionScenario scenario = Scenario.of(operations, List.of(), atOnce);
        assertThatThrownBy(() ->
                        checking(specification, scenario)
                                .minimizeFailedScenario(false)
                                .check(operations))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining(message);
    }

    private static ModelCheckingOptions checking(
            Class<?> specification, ExecutionScenario scenario) {
        return new ModelCheckingOptions()
                .iterations(0)
                .invocationsPerIteration(500 * TIMES)
                .loopBound(QueueModel.LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .addCustomScenario(scenario)
                .sequentialSpecification(specification);
    }
}
