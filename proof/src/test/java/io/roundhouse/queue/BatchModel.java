package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.proof.Scenario;
import io.roundhouse.proof.Unwatched;
import io.roundhouse.proof.twin.HastyBatches;
import io.roundhouse.proof.twin.HastyBatches.Flaw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Batches, removals and a closing, beside single elements: whatever threads do to a queue at once
 * could have been done one after the other, where a batch is a series of single elements; in the
 * end all that was put has come, once. Under Lincheck's schedules of every memory access, held
 * against a list by {@link History}. Queues without the guard of an end for one thread.
 */
final class BatchModel {
    private static final int BOUND = 3;
    private static final int BATCH = 2;

    /** Of the twins: a power of two. */
    private static final int SLOTS = 2;

    /** A queue, whatever it is of. */
    interface Subject {
        int offerMany(List<Integer> elements);

        default boolean offer(int element) {
            return offerMany(List.of(element)) > 0;
        }

        /** Takes so many at most. */
        List<Integer> pollMany(int most);

        /** 0 if there is none. */
        default int poll() {
            List<Integer> one = pollMany(1);
            return one.isEmpty() ? 0 : one.getFirst();
        }

        default boolean removes() {
            return false;
        }

        default boolean remove(int element) {
            throw new UnsupportedOperationException("of element " + element);
        }

        default boolean removeIf(int element) {
            throw new UnsupportedOperationException("of element " + element);
        }

        default void close() {}

        int bound();
    }

    private record OfReferences(ObjectQueue<Integer> queue) implements Subject {
        @Override
        public int offerMany(List<Integer> elements) {
            return queue.offerMany(elements);
        }

        @Override
        public boolean offer(int element) {
            return queue.offer(element);
        }

        @Override
        public List<Integer> pollMany(int most) {
            @Nullable Integer[] into = new Integer[most];
            return List.of(Arrays.copyOf(into, queue.pollMany(into)));
        }

        @Override
        public int poll() {
            return Objects.requireNonNullElse(queue.poll(), 0);
        }

        @Override
        public boolean removes() {
            return true;
        }

        @Override
        public boolean remove(int element) {
            return queue.remove((Object) element);
        }

        @Override
        public boolean removeIf(int element) {
            return queue.removeIf(each -> each == element);
        }

        @Override
        public void close() {
            queue.close();
        }

        @Override
        public int bound() {
            return queue.capacity();
        }
    }

    private record OfLongs(LongQueue queue) implements Subject {
        @Override
        public int offerMany(List<Integer> elements) {
            long[] longs = new long[elements.size()];
            for (int i = 0; i < longs.length; i++) {
                longs[i] = elements.get(i);
            }
            return queue.offerMany(longs, 0, longs.length);
        }

        @Override
        public List<Integer> pollMany(int most) {
            List<Integer> taken = new ArrayList<>();
            queue.drain(each -> taken.add((int) each), most);
            return taken;
        }

        @Override
        public void close() {
            queue.close();
        }

        @Override
        public int bound() {
            return queue.capacity();
        }
    }

    private record OfTwin(HastyBatches queue) implements Subject {
        @Override
        public int offerMany(List<Integer> elements) {
            int[] numbers = new int[elements.size()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = elements.get(i);
            }
            return queue.offerMany(numbers);
        }

        @Override
        public List<Integer> pollMany(int most) {
            @Nullable Integer[] into = new Integer[most];
            int count = queue.pollMany(into);
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < count && into[i] != null; i++) {
                taken.add(into[i]);
            }
            return taken;
        }

        @Override
        public int bound() {
            return SLOTS;
        }
    }

    /** What is done to a queue, and what came of it. */
    public abstract static class Told {
        private final Subject queue;
        private final History history = new History();

        Told(Subject queue) {
            this.queue = queue;
        }

        final void put() {
            int number = history.number();
            int from = history.begins();
            put(from, List.of(number), queue.offer(number) ? 1 : 0);
        }

        final void putMany() {
            List<Integer> numbers = List.of(history.number(), history.number());
            int from = history.begins();
            put(from, numbers, queue.offerMany(numbers));
        }

        private void put(int from, List<Integer> numbers, int count) {
            List<History.Step> steps = History.steps(History.Kind.PUT, numbers.subList(0, count));
            if (count < numbers.size()) {
                steps.add(History.step(History.Kind.REFUSED));
            }
            history.ends(from, steps);
        }

        final void take() {
            int from = history.begins();
            int element = queue.poll();
            taken(from, element == 0 ? List.of() : List.of(element));
        }

        final void takeMany() {
            int from = history.begins();
            taken(from, queue.pollMany(BATCH));
        }

        private void taken(int from, List<Integer> elements) {
            history.ends(
                    from,
                    elements.isEmpty()
                            ? List.of(History.step(History.Kind.NOTHING))
                            : History.steps(History.Kind.TAKEN, elements));
        }

        final void takeOut(int element) {
            if (queue.removes()) {
                int from = history.begins();
                History.Kind kind =
                        queue.remove(element) ? History.Kind.REMOVED : History.Kind.NOT_THERE;
                history.ends(from, List.of(new History.Step(kind, element)));
            }
        }

        /** A filter need not see what is put meanwhile. */
        final void takeOutIf(int element) {
            if (queue.removes()) {
                int from = history.begins();
                if (queue.removeIf(element)) {
                    history.ends(from, List.of(new History.Step(History.Kind.REMOVED, element)));
                }
            }
        }

        @Operation(runOnce = true)
        public void close() {
            int from = history.begins();
            queue.close();
            history.ends(from, List.of(History.step(History.Kind.CLOSED)));
        }

        /** When all is over. */
        @Validate
        public void couldHaveBeenDoneOneAfterTheOther() {
            int element;
            do {
                int from = history.begins();
                element = queue.poll();
                taken(from, element == 0 ? List.of() : List.of(element));
            } while (element != 0);
            history.check(queue.bound());
        }
    }

    /** One producer, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spsc extends Told {
        public Spsc() {
            this(bounded(ONE_PRODUCER, ONE_CONSUMER));
        }

        Spsc(Subject queue) {
            super(queue);
        }

        @Operation(nonParallelGroup = "producer")
        public void offer() {
            put();
        }

        @Operation(nonParallelGroup = "producer")
        public void offerMany() {
            putMany();
        }

        @Operation(nonParallelGroup = "consumer")
        public void poll() {
            take();
        }

        @Operation(nonParallelGroup = "consumer")
        public void pollMany() {
            takeMany();
        }

        @Operation(nonParallelGroup = "consumer")
        public void remove(@Param(name = "element") int element) {
            takeOut(element);
        }

        @Operation(nonParallelGroup = "consumer")
        public void removeIf(@Param(name = "element") int element) {
            takeOutIf(element);
        }
    }

    /** The same, growing over segments of one slot. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingSpsc extends Spsc {
        public GrowingSpsc() {
            super(growing(ONE_PRODUCER, ONE_CONSUMER));
        }
    }

    /** The same, of {@code long}s. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongSpsc extends Spsc {
        public LongSpsc() {
            super(longs(ONE_PRODUCER, ONE_CONSUMER));
        }
    }

    /** Many producers, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpsc extends Told {
        public Mpsc() {
            this(bounded(MANY_PRODUCERS, ONE_CONSUMER));
        }

        Mpsc(Subject queue) {
            super(queue);
        }

        @Operation
        public void offer() {
            put();
        }

        @Operation
        public void offerMany() {
            putMany();
        }

        @Operation(nonParallelGroup = "consumer")
        public void poll() {
            take();
        }

        @Operation(nonParallelGroup = "consumer")
        public void pollMany() {
            takeMany();
        }

        @Operation(nonParallelGroup = "consumer")
        public void remove(@Param(name = "element") int element) {
            takeOut(element);
        }

        @Operation(nonParallelGroup = "consumer")
        public void removeIf(@Param(name = "element") int element) {
            takeOutIf(element);
        }
    }

    /** The same, growing over segments of one slot. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingMpsc extends Mpsc {
        public GrowingMpsc() {
            super(growing(MANY_PRODUCERS, ONE_CONSUMER));
        }
    }

    /** The same, of {@code long}s. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongMpsc extends Mpsc {
        public LongMpsc() {
            super(longs(MANY_PRODUCERS, ONE_CONSUMER));
        }
    }

    /** One producer, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spmc extends Told {
        public Spmc() {
            this(bounded(ONE_PRODUCER, MANY_CONSUMERS));
        }

        Spmc(Subject queue) {
            super(queue);
        }

        @Operation(nonParallelGroup = "producer")
        public void offer() {
            put();
        }

        @Operation(nonParallelGroup = "producer")
        public void offerMany() {
            putMany();
        }

        @Operation
        public void poll() {
            take();
        }

        @Operation
        public void pollMany() {
            takeMany();
        }

        @Operation
        public void remove(@Param(name = "element") int element) {
            takeOut(element);
        }

        @Operation
        public void removeIf(@Param(name = "element") int element) {
            takeOutIf(element);
        }
    }

    /** The same, growing over segments of one slot. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingSpmc extends Spmc {
        public GrowingSpmc() {
            super(growing(ONE_PRODUCER, MANY_CONSUMERS));
        }
    }

    /** The same, of {@code long}s. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongSpmc extends Spmc {
        public LongSpmc() {
            super(longs(ONE_PRODUCER, MANY_CONSUMERS));
        }
    }

    /** Many producers, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpmc extends Told {
        public Mpmc() {
            this(bounded(MANY_PRODUCERS, MANY_CONSUMERS));
        }

        Mpmc(Subject queue) {
            super(queue);
        }

        @Operation
        public void offer() {
            put();
        }

        @Operation
        public void offerMany() {
            putMany();
        }

        @Operation
        public void poll() {
            take();
        }

        @Operation
        public void pollMany() {
            takeMany();
        }

        @Operation
        public void remove(@Param(name = "element") int element) {
            takeOut(element);
        }

        @Operation
        public void removeIf(@Param(name = "element") int element) {
            takeOutIf(element);
        }
    }

    /** The same, growing over segments of one slot. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingMpmc extends Mpmc {
        public GrowingMpmc() {
            super(growing(MANY_PRODUCERS, MANY_CONSUMERS));
        }
    }

    /** The same, of {@code long}s. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongMpmc extends Mpmc {
        public LongMpmc() {
            super(longs(MANY_PRODUCERS, MANY_CONSUMERS));
        }
    }

    /** The twin: batches and nothing else, by any thread. */
    public abstract static class Twin extends Told {
        Twin(Flaw flaw) {
            super(new OfTwin(new HastyBatches(SLOTS, flaw)));
        }

        @Operation
        public void offer() {
            put();
        }

        @Operation
        public void offerMany() {
            putMany();
        }

        @Operation
        public void pollMany() {
            takeMany();
        }

        @Override
        public void close() {}
    }

    /** See {@link Flaw}. */
    public static class WithoutFlaw extends Twin {
        public WithoutFlaw() {
            super(Flaw.NONE);
        }
    }

    /** See {@link Flaw}. */
    public static class TakesWhatIsNotPut extends Twin {
        public TakesWhatIsNotPut() {
            super(Flaw.TAKES_WHAT_IS_NOT_PUT);
        }
    }

    /** See {@link Flaw}. */
    public static class KeepsWhatItSaw extends Twin {
        public KeepsWhatItSaw() {
            super(Flaw.KEEPS_WHAT_IT_SAW);
        }
    }

    private static Subject bounded(Producers producers, Consumers consumers) {
        return new OfReferences(Queues.bare(plan(producers, consumers).bounded(BOUND)));
    }

    private static Subject growing(Producers producers, Consumers consumers) {
        return new OfReferences(Queues.bare(plan(producers, consumers).growing(1, BOUND)));
    }

    private static Subject longs(Producers producers, Consumers consumers) {
        return new OfLongs(new LongRingQueue(plan(producers, consumers).bounded(BOUND)));
    }

    private static Plan plan(Producers producers, Consumers consumers) {
        return Plan.of(producers, consumers).waiting(Awake.INSTANCE);
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsAfter(0)
                .iterations(QueueModel.TIMES)
                .invocationsPerIteration(60)
                .loopBound(QueueModel.LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .addGuarantee(forClasses(History.class.getName()).allMethods().ignore());
    }

    /** Where another shape has the same code at either end: in long runs only. */
    private static void checkAtLength(Class<? extends Told> operations) {
        assumeTrue(QueueModel.TIMES > 1);
        check(operations);
    }

    private static void check(Class<? extends Told> operations) {
        modelChecking().check(operations);
    }

    @Test
    void batchesThroughSpscAreSeries() {
        check(Spsc.class);
    }

    @Test
    void batchesThroughGrowingSpscAreSeries() {
        check(GrowingSpsc.class);
    }

    @Test
    void batchesThroughLongSpscAreSeries() {
        check(LongSpsc.class);
    }

    @Test
    void batchesThroughMpscAreSeries() {
        check(Mpsc.class);
    }

    @Test
    void batchesThroughGrowingMpscAreSeries() {
        checkAtLength(GrowingMpsc.class);
    }

    @Test
    void batchesThroughLongMpscAreSeries() {
        checkAtLength(LongMpsc.class);
    }

    @Test
    void batchesThroughSpmcAreSeries() {
        check(Spmc.class);
    }

    @Test
    void batchesThroughGrowingSpmcAreSeries() {
        checkAtLength(GrowingSpmc.class);
    }

    @Test
    void batchesThroughLongSpmcAreSeries() {
        checkAtLength(LongSpmc.class);
    }

    @Test
    void batchesThroughMpmcAreSeries() {
        check(Mpmc.class);
    }

    @Test
    void batchesThroughGrowingMpmcAreSeries() {
        check(GrowingMpmc.class);
    }

    @Test
    void batchesThroughLongMpmcAreSeries() {
        check(LongMpmc.class);
    }

    @Test
    void theTwinWithoutAFlawPasses() {
        check(WithoutFlaw.class);
    }

    @Test
    void whoTakesWhatIsNotPutIsCaught() {
        isCaught(
                TakesWhatIsNotPut.class,
                Scenario.of(
                        TakesWhatIsNotPut.class,
                        List.of(),
                        List.of(List.of("offerMany"), List.of("pollMany"))));
    }

    @Test
    void whoKeepsWhatItSawIsCaught() {
        isCaught(
                KeepsWhatItSaw.class,
                Scenario.of(
                        KeepsWhatItSaw.class,
                        List.of("offerMany"),
                        List.of(List.of("pollMany"), List.of("pollMany", "offerMany"))));
    }

    private static void isCaught(Class<? extends Told> flawed, ExecutionScenario scenario) {
        assertThatThrownBy(() ->
                        modelChecking()
                                .iterations(0)
                                .invocationsPerIteration(300)
                                .addCustomScenario(scenario)
                                .minimizeFailedScenario(false)
                                .check(flawed))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("in no order");
    }
}
