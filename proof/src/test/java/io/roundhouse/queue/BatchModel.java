package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.TIMES;
import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.proof.History;
import io.roundhouse.proof.Scenario;
import io.roundhouse.proof.Unwatched;
import io.roundhouse.proof.twin.HastyBatches;
import io.roundhouse.proof.twin.HastyBatches.Flaw;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * Batches, removals and a closing, beside single elements: whatever threads do to a queue at once
 * could have been done one after the other, where a batch is a series of single elements; in the
 * end all that was put has come, once. Under Lincheck's schedules of every memory access, held
 * against a list by {@link History}. Queues without the guard of an end for one thread.
 */
final class BatchModel {
    private static final int BOUND = 3;

    /** Of the twins: a power of two. */
    private static final int SLOTS = 2;

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
            this(new HastyBatches(SLOTS, flaw));
        }

        private Twin(HastyBatches queue) {
            super(new Subject.OfTwin(queue::offerMany, queue::pollMany, SLOTS));
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
        return new Subject.OfReferences(Queues.bare(plan(producers, consumers).bounded(BOUND)));
    }

    private static Subject growing(Producers producers, Consumers consumers) {
        return new Subject.OfReferences(Queues.bare(plan(producers, consumers).growing(1, BOUND)));
    }

    private static Subject longs(Producers producers, Consumers consumers) {
        return new Subject.OfLongs(new LongRingQueue(plan(producers, consumers).bounded(BOUND)));
    }

    private static Plan plan(Producers producers, Consumers consumers) {
        return Plan.of(producers, consumers).waiting(Awake.INSTANCE);
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsAfter(0)
                .iterations(TIMES)
                .invocationsPerIteration(60)
                .loopBound(QueueModel.LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .addGuarantee(forClasses(History.class.getName()).allMethods().ignore());
    }

    /** Where another shape has the same code at either end: in long runs only. */
    private static void checkAtLength(Class<? extends Told> operations) {
        assumeTrue(TIMES > 1);
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
