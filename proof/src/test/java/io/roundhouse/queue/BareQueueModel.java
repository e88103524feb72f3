package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.TIMES;
import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.proof.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * As {@link QueueModel}, for queues without the guard of an end for one thread, whose
 * compare-and-sets order what a queue has to order itself; and {@linkplain ClosableQueue#close
 * closing} is one thing at one moment, like the rest. Bounded, without a bound over segments of one
 * slot, and of {@code long}s.
 */
final class BareQueueModel {
    private static ObjectQueue<Integer> bounded(Producers producers, Consumers consumers) {
        return Queues.bare(plan(producers, consumers).bounded(QueueModel.BOUND));
    }

    private static ObjectQueue<Integer> unbounded(Producers producers, Consumers consumers) {
        return Queues.bare(plan(producers, consumers).growing(1, Integer.MAX_VALUE));
    }

    private static LongQueue longs(Producers producers, Consumers consumers) {
        return new LongRingQueue(plan(producers, consumers).bounded(QueueModel.BOUND));
    }

    private static Plan plan(Producers producers, Consumers consumers) {
        return Plan.of(producers, consumers).waiting(Awake.INSTANCE);
    }

    /** One producer, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spsc extends QueueModel.Spsc {
        public Spsc() {
            this(bounded(ONE_PRODUCER, ONE_CONSUMER));
        }

        Spsc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }
    }

    /** The same without a bound. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class UnboundedSpsc extends Spsc {
        public UnboundedSpsc() {
            super(unbounded(ONE_PRODUCER, ONE_CONSUMER));
        }
    }

    /** Many producers, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpsc extends QueueModel.Mpsc {
        public Mpsc() {
            this(bounded(MANY_PRODUCERS, ONE_CONSUMER));
        }

        Mpsc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }
    }

    /** The same without a bound. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class UnboundedMpsc extends Mpsc {
        public UnboundedMpsc() {
            super(unbounded(MANY_PRODUCERS, ONE_CONSUMER));
        }
    }

    /** One producer, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spmc extends QueueModel.Spmc {
        public Spmc() {
            this(bounded(ONE_PRODUCER, MANY_CONSUMERS));
        }

        Spmc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }
    }

    /** The same without a bound. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class UnboundedSpmc extends Spmc {
        public UnboundedSpmc() {
            super(unbounded(ONE_PRODUCER, MANY_CONSUMERS));
        }
    }

    /** Many producers, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpmc extends QueueModel.Mpmc {
        public Mpmc() {
            this(bounded(MANY_PRODUCERS, MANY_CONSUMERS));
        }

        Mpmc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }
    }

    /** The same without a bound. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class UnboundedMpmc extends Mpmc {
        public UnboundedMpmc() {
            super(unbounded(MANY_PRODUCERS, MANY_CONSUMERS));
        }
    }

    /** Of {@code long}s. */
    abstract static class Longs {
        final LongQueue queue;

        Longs(Producers producers, Consumers consumers) {
            queue = longs(producers, consumers);
        }

        @Operation
        public long peek() {
            return queue.peek(Long.MIN_VALUE);
        }

        @Operation
        public boolean isEmpty() {
            return queue.isEmpty();
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }
    }

    /** One producer, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongSpsc extends Longs {
        public LongSpsc() {
            super(ONE_PRODUCER, ONE_CONSUMER);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation(nonParallelGroup = "consumer")
        public long poll() {
            return queue.poll(Long.MIN_VALUE);
        }
    }

    /** Many producers, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongMpsc extends Longs {
        public LongMpsc() {
            super(MANY_PRODUCERS, ONE_CONSUMER);
        }

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation(nonParallelGroup = "consumer")
        public long poll() {
            return queue.poll(Long.MIN_VALUE);
        }
    }

    /** One producer, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongSpmc extends Longs {
        public LongSpmc() {
            super(ONE_PRODUCER, MANY_CONSUMERS);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation
        public long poll() {
            return queue.poll(Long.MIN_VALUE);
        }
    }

    /** Many producers, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class LongMpmc extends Longs {
        public LongMpmc() {
            super(MANY_PRODUCERS, MANY_CONSUMERS);
        }

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation
        public long poll() {
            return queue.poll(Long.MIN_VALUE);
        }
    }

    /** The list that they are held against. */
    public static class Closable extends QueueModel.Bounded {
        private boolean closed;

        public Closable() {
            this(QueueModel.BOUND);
        }

        Closable(int bound) {
            super(bound);
        }

        @Override
        public boolean offer(int element) {
            return !closed && super.offer(element);
        }

        public void close() {
            closed = true;
        }
    }

    /** The same without a bound. */
    public static class Unbounded extends Closable {
        public Unbounded() {
            super(Integer.MAX_VALUE);
        }
    }

    /** The same for {@code long}s. */
    public static class ClosableLongs {
        private final Closable list = new Closable();

        public boolean offer(int element) {
            return list.offer(element);
        }

        public long poll() {
            Integer first = list.poll();
            return first == null ? Long.MIN_VALUE : first;
        }

        public long peek() {
            Integer first = list.peek();
            return first == null ? Long.MIN_VALUE : first;
        }

        public boolean isEmpty() {
            return list.isEmpty();
        }

        public void close() {
            list.close();
        }
    }

    /** Closed while one puts and another looks. */
    abstract static class Closed {
        private final BooleanSupplier offer;
        private final BooleanSupplier poll;
        private final BooleanSupplier isEmpty;
        private final BooleanSupplier peek;
        private final Runnable close;

        Closed(ObjectQueue<Integer> queue) {
            offer = () -> queue.offer(1);
            poll = () -> queue.poll() != null;
            isEmpty = queue::isEmpty;
            peek = () -> queue.peek() != null;
            close = queue::close;
        }

        Closed(LongQueue queue) {
            offer = () -> queue.offer(1);
            poll = () -> queue.poll(0) != 0;
            isEmpty = queue::isEmpty;
            peek = () -> queue.peek(0) != 0;
            close = queue::close;
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer() {
            return offer.getAsBoolean();
        }

        @Operation(nonParallelGroup = "consumer")
        public boolean poll() {
            return poll.getAsBoolean();
        }

        @Operation(nonParallelGroup = "consumer")
        public boolean isEmpty() {
            return isEmpty.getAsBoolean();
        }

        @Operation(nonParallelGroup = "consumer")
        public boolean peek() {
            return peek.getAsBoolean();
        }

        @Operation(runOnce = true)
        public void close() {
            close.run();
        }
    }

    /** One producer, one consumer. */
    public static class EndingSpsc extends Closed {
        public EndingSpsc() {
            super(bounded(ONE_PRODUCER, ONE_CONSUMER));
        }
    }

    /** The same, growing. */
    public static class EndingGrowing extends Closed {
        public EndingGrowing() {
            super(Queues.bare(plan(ONE_PRODUCER, ONE_CONSUMER).growing(1, QueueModel.BOUND)));
        }
    }

    /** The same of {@code long}s. */
    public static class EndingLongs extends Closed {
        public EndingLongs() {
            super(longs(ONE_PRODUCER, ONE_CONSUMER));
        }
    }

    /** The count that they are held against. */
    public static class Ending {
        private int count;
        private boolean closed;

        public boolean offer() {
            boolean room = !closed && count < QueueModel.BOUND;
            count += room ? 1 : 0;
            return room;
        }

        public boolean poll() {
            boolean there = peek();
            count -= there ? 1 : 0;
            return there;
        }

        public boolean isEmpty() {
            return count == 0;
        }

        public boolean peek() {
            return count > 0;
        }

        public void close() {
            closed = true;
        }
    }

    /** Where another model has the same code at either end: in long runs only. */
    private static void isLinearizableAtLength(Class<?> operations, Class<?> specification) {
        assumeTrue(TIMES > 1);
        isLinearizable(operations, specification);
    }

    private static void isLinearizable(Class<?> operations, Class<?> specification) {
        QueueModel.modelChecking(specification)
                .iterations(TIMES)
                .invocationsPerIteration(60)
                .check(operations);
        QueueModel.onRealThreads(specification)
                .iterations(TIMES)
                .invocationsPerIteration(30)
                .check(operations);
    }

    /** Where there is one producer: what it may just have put counts, or never did. */
    private static void holdsWhileItIsClosed(Class<?> operations) {
        QueueModel.modelChecking(Ending.class)
                .iterations(0)
                .invocationsPerIteration(200 * TIMES)
                .addCustomScenario(ending(operations, List.of(List.of("close", "peek", "poll"))))
                .addCustomScenario(ending(operations, List.of(List.of("close", "isEmpty", "poll"))))
                .addCustomScenario(
                        ending(operations, List.of(List.of("close"), List.of("isEmpty", "poll"))))
                .check(operations);
    }

    private static ExecutionScenario ending(Class<?> operations, List<List<String>> beside) {
        List<List<String>> atOnce = new ArrayList<>(beside);
        atOnce.add(List.of("offer"));
        return Scenario.of(operations, List.of(), atOnce);
    }

    @Test
    void aLookWhileItIsClosedIsLinearizable() {
        holdsWhileItIsClosed(EndingSpsc.class);
        holdsWhileItIsClosed(EndingGrowing.class);
        holdsWhileItIsClosed(EndingLongs.class);
    }

    @Test
    void spscIsLinearizable() {
        isLinearizable(Spsc.class, Closable.class);
    }

    @Test
    void mpscIsLinearizable() {
        isLinearizable(Mpsc.class, Closable.class);
    }

    @Test
    void spmcIsLinearizable() {
        isLinearizable(Spmc.class, Closable.class);
    }

    @Test
    void mpmcIsLinearizable() {
        isLinearizableAtLength(Mpmc.class, Closable.class);
    }

    @Test
    void unboundedSpscIsLinearizable() {
        isLinearizableAtLength(UnboundedSpsc.class, Unbounded.class);
    }

    @Test
    void unboundedMpscIsLinearizable() {
        isLinearizableAtLength(UnboundedMpsc.class, Unbounded.class);
    }

    @Test
    void unboundedSpmcIsLinearizable() {
        isLinearizableAtLength(UnboundedSpmc.class, Unbounded.class);
    }

    @Test
    void unboundedMpmcIsLinearizable() {
        isLinearizableAtLength(UnboundedMpmc.class, Unbounded.class);
    }

    @Test
    void longSpscIsLinearizable() {
        isLinearizable(LongSpsc.class, ClosableLongs.class);
    }

    @Test
    void longMpscIsLinearizable() {
        isLinearizableAtLength(LongMpsc.class, ClosableLongs.class);
    }

    @Test
    void longSpmcIsLinearizable() {
        isLinearizableAtLength(LongSpmc.class, ClosableLongs.class);
    }

    @Test
    void longMpmcIsLinearizable() {
        isLinearizableAtLength(LongMpmc.class, ClosableLongs.class);
    }
}
