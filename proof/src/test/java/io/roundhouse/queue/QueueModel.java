package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.IS_LONG;
import static io.roundhouse.proof.HowLong.TIMES;
import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.Scenario;
import io.roundhouse.proof.Unwatched;
import io.roundhouse.proof.twin.BrokenQueue;
import java.util.LinkedList;
import java.util.List;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Queues of every shape are linearizable: whatever threads do to them at once could have been done
 * one after the other, to a plain list with a bound. Checked by Lincheck under its own schedules of
 * every memory access, and on real threads. As users get them when assertions are on; {@link
 * BareQueueModel} has them as they are.
 */
final class QueueModel {
    static final int BOUND = 2;

    /** More than the rounds of a pause after a lost race, which are no livelock. */
    static final int LONGEST_LOOP = 300;

    /** Where there are more than processors each try waits for a time slice, 30 ms and more. */
    private static final int THREADS_AT_ONCE =
            Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 3);

    private static ClosableBlockingQueue<Integer> queue(
            Producers producers, Consumers consumers, boolean growing) {
        Queues.Builder of = Queues.of(producers, consumers).waiting(Awake.INSTANCE);
        return growing ? of.growing(1, BOUND).build() : of.bounded(BOUND).build();
    }

    /** What any thread does to a queue. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    abstract static class Operations {
        final ClosableBlockingQueue<Integer> queue;

        Operations(ClosableBlockingQueue<Integer> queue) {
            this.queue = queue;
        }

        @Operation
        public @Nullable Integer peek() {
            return queue.peek();
        }

        @Operation
        public boolean isEmpty() {
            return queue.isEmpty();
        }

        @Operation
        public boolean contains(@Param(name = "element") int element) {
            return queue.contains(element);
        }
    }

    /** What one consumer does. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    abstract static class OneConsumer extends Operations {
        OneConsumer(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(nonParallelGroup = "consumer")
        public @Nullable Integer poll() {
            return queue.poll();
        }

        @Operation(nonParallelGroup = "consumer")
        public boolean remove(@Param(name = "element") int element) {
            return queue.remove((Object) element);
        }
    }

    /** What many consumers do. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    abstract static class ManyConsumers extends Operations {
        ManyConsumers(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }

        @Operation
        public boolean remove(@Param(name = "element") int element) {
            return queue.remove((Object) element);
        }
    }

    /** One producer, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spsc extends OneConsumer {
        public Spsc() {
            this(queue(ONE_PRODUCER, ONE_CONSUMER, false));
        }

        Spsc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }
    }

    /** Many producers, one consumer. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpsc extends OneConsumer {
        public Mpsc() {
            this(queue(MANY_PRODUCERS, ONE_CONSUMER, false));
        }

        Mpsc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }
    }

    /** One producer, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Spmc extends ManyConsumers {
        public Spmc() {
            this(queue(ONE_PRODUCER, MANY_CONSUMERS, false));
        }

        Spmc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }
    }

    /** Many producers, many consumers. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Mpmc extends ManyConsumers {
        public Mpmc() {
            this(queue(MANY_PRODUCERS, MANY_CONSUMERS, false));
        }

        Mpmc(ClosableBlockingQueue<Integer> queue) {
            super(queue);
        }

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }
    }

    /** Growing. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingSpsc extends Spsc {
        public GrowingSpsc() {
            super(queue(ONE_PRODUCER, ONE_CONSUMER, true));
        }
    }

    /** Growing. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingMpsc extends Mpsc {
        public GrowingMpsc() {
            super(queue(MANY_PRODUCERS, ONE_CONSUMER, true));
        }
    }

    /** Growing. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingSpmc extends Spmc {
        public GrowingSpmc() {
            super(queue(ONE_PRODUCER, MANY_CONSUMERS, true));
        }
    }

    /** Growing. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class GrowingMpmc extends Mpmc {
        public GrowingMpmc() {
            super(queue(MANY_PRODUCERS, MANY_CONSUMERS, true));
        }
    }

    /** Full at first, and looked at by a third thread. */
    public static class Beside {
        private final ClosableBlockingQueue<Integer> queue =
                Queues.of(ONE_PRODUCER, ONE_CONSUMER).bounded(BOUND).build();

        public Beside() {
            queue.addAll(List.of(1, 2));
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer() {
            return queue.offer(3);
        }

        @Operation(nonParallelGroup = "consumer")
        public @Nullable Integer poll() {
            return queue.poll();
        }

        @Operation(nonParallelGroup = "beside")
        public @Nullable Integer peek() {
            return queue.peek();
        }
    }

    /** The same of {@code long}s. */
    public static class BesideLongs {
        private final LongQueue queue =
                Queues.of(ONE_PRODUCER, ONE_CONSUMER).bounded(BOUND).buildLongs();

        public BesideLongs() {
            queue.offer(1);
            queue.offer(2);
        }

        @Operation(nonParallelGroup = "producer")
        public boolean offer() {
            return queue.offer(3);
        }

        @Operation(nonParallelGroup = "consumer")
        public @Nullable Integer poll() {
            return reference(queue.poll(0));
        }

        @Operation(nonParallelGroup = "beside")
        public @Nullable Integer peek() {
            return reference(queue.peek(0));
        }

        private static @Nullable Integer reference(long element) {
            return element == 0 ? null : (int) element;
        }
    }

    /** Of {@code long}s, for many at both ends. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Longs {
        private final LongQueue queue =
                Queues.of(MANY_PRODUCERS, MANY_CONSUMERS).bounded(BOUND).buildLongs();

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation
        public long poll() {
            return queue.poll(Long.MIN_VALUE);
        }
    }

    /** The twin that takes an empty slot at the head for an empty queue. */
    @Param(name = "element", gen = IntGen.class, conf = "1:3")
    public static class Broken {
        private final BrokenQueue queue = new BrokenQueue(BOUND);

        @Operation
        public boolean offer(@Param(name = "element") int element) {
            return queue.offer(element);
        }

        @Operation(nonParallelGroup = "consumer")
        public @Nullable Integer poll() {
            return queue.poll();
        }
    }

    /** The list that they are held against. */
    public static class Bounded {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final int bound;

        public Bounded() {
            this(BOUND);
        }

        Bounded(int bound) {
            this.bound = bound;
        }

        public boolean offer(int element) {
            return list.size() < bound && list.add(element);
        }

        public @Nullable Integer poll() {
            return list.poll();
        }

        public boolean remove(int element) {
            return list.remove((Object) element);
        }

        public @Nullable Integer peek() {
            return list.peek();
        }

        public boolean isEmpty() {
            return list.isEmpty();
        }

        public boolean contains(int element) {
            return list.contains(element);
        }
    }

    /** The same, full at first. */
    public static class Filled extends Bounded {
        public Filled() {
            offer(1);
            offer(2);
        }

        public boolean offer() {
            return offer(3);
        }
    }

    /** The same for {@code long}s. */
    public static class BoundedLongs {
        private final LinkedList<Integer> list = new LinkedList<>();

        public boolean offer(int element) {
            return list.size() < BOUND && list.add(element);
        }

        public long poll() {
            Integer first = list.poll();
            return first == null ? Long.MIN_VALUE : first;
        }
    }

    static ModelCheckingOptions modelChecking(Class<?> specification) {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(4 * TIMES)
                .invocationsPerIteration(300)
                .loopBound(LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .sequentialSpecification(specification);
    }

    private static void isLinearizable(Class<?> operations) {
        isLinearizable(operations, Bounded.class);
    }

    private static void isLinearizable(Class<?> operations, Class<?> specification) {
        modelChecking(specification).check(operations);
        onRealThreads(specification).check(operations);
    }

    static StressOptions onRealThreads(Class<?> specification) {
        return new StressOptions()
                .threads(THREADS_AT_ONCE)
                .actorsPerThread(3)
                .iterations(3 * TIMES)
                .invocationsPerIteration(IS_LONG ? 500 : 50) // jcstress has real threads, too
                .sequentialSpecification(specification);
    }

    @Test
    void spscIsLinearizable() {
        isLinearizable(Spsc.class);
    }

    @Test
    void mpscIsLinearizable() {
        isLinearizable(Mpsc.class);
    }

    @Test
    void spmcIsLinearizable() {
        isLinearizable(Spmc.class);
    }

    @Test
    void mpmcIsLinearizable() {
        isLinearizable(Mpmc.class);
    }

    @Test
    void growingSpscIsLinearizable() {
        isLinearizable(GrowingSpsc.class);
    }

    @Test
    void growingMpscIsLinearizable() {
        isLinearizable(GrowingMpsc.class);
    }

    @Test
    void growingSpmcIsLinearizable() {
        isLinearizable(GrowingSpmc.class);
    }

    @Test
    void growingMpmcIsLinearizable() {
        isLinearizable(GrowingMpmc.class);
    }

    @Test
    void longsAreLinearizable() {
        isLinearizable(Longs.class, BoundedLongs.class);
    }

    @ParameterizedTest
    @ValueSource(classes = {Beside.class, BesideLongs.class})
    void aLookFromBesideIsLinearizable(Class<?> beside) {
        modelChecking(Filled.class)
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(0)
                .invocationsPerIteration(IS_LONG ? 500 : 50) // jcstress has real threads, too
                .addCustomScenario(
                        Scenario.of(
                                beside,
                                List.of(),
                                List.of(List.of("poll", "offer"), List.of("peek", "peek"))))
                .check(beside);
    }

    @Test
    void aLookAtTheSlotAloneIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(Bounded.class)
                                .minimizeFailedScenario(false)
                                .check(Broken.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
