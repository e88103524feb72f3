package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a queue does for one thread: order, bounds, removal from the middle, refusals. */
@Timeout(30)
final class ContractTest {
    private static ClosableBlockingQueue<Integer> filled(Shape shape, int capacity, int elements) {
        ClosableBlockingQueue<Integer> queue = shape.of(capacity);
        for (int i = 0; i < elements; i++) {
            assertThat(queue.offer(i)).isTrue();
        }
        return queue;
    }

    @ParameterizedTest
    @EnumSource
    void itHoldsAsManyAsItsCapacityWhateverThatIs(Shape shape) {
        for (int capacity : new int[] {1, 2, 3, 5, 7, 8, 9, 31, 100, 513}) {
            ClosableBlockingQueue<Integer> queue = filled(shape, capacity, capacity);
            assertThat(queue.offer(-1)).isFalse();
            assertThat(queue.size()).isEqualTo(capacity);
            assertThat(queue.remainingCapacity()).isZero();
            assertThat(queue.capacity()).isEqualTo(capacity);
            for (int round = 0; round < 3 * capacity; round++) {
                assertThat(queue.poll()).isEqualTo(round);
                assertThat(queue.remainingCapacity()).isEqualTo(1);
                assertThat(queue.offer(capacity + round)).isTrue();
                assertThat(queue.offer(-1)).isFalse();
            }
            assertThat(queue).hasSize(capacity);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStreamShowsWhatIsThereWhenItIsAskedForElements(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 5, 3);
        Stream<Integer> all = queue.stream();
        Spliterator<Integer> some = queue.spliterator();
        assertThat(queue.offer(3)).isTrue();
        assertThat(all).containsExactly(0, 1, 2, 3);
        assertThat(some.estimateSize()).isEqualTo(4);
        assertThat(some.tryAdvance(first -> assertThat(first).isZero())).isTrue();
        assertThat(queue.offer(4)).isTrue();
        List<Integer> rest = new ArrayList<>();
        Spliterator<Integer> prefix = some.trySplit();
        prefix.forEachRemaining(rest::add);
        some.forEachRemaining(rest::add);
        assertThat(rest).containsExactly(1, 2, 3);
        assertThat(queue.parallelStream().mapToInt(each -> each).sum()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void aSpliteratorSaysThatItsSourceMayChange(Shape shape) {
        Spliterator<Integer> all = filled(shape, 5, 3).spliterator();
        assertThat(all.hasCharacteristics(Spliterator.CONCURRENT)).isTrue();
        assertThat(all.hasCharacteristics(Spliterator.ORDERED | Spliterator.NONNULL)).isTrue();
        assertThat(all.hasCharacteristics(Spliterator.SIZED)).isFalse();
    }

    @Test
    void longsHaveABoundOfTheirOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Queues.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER)
                                .bounded(1 << 29)
                                .buildLongs())
                .withMessage(
                        "a queue of longs has a capacity of 1 to 268435456 elements, not 536870912");
    }

    @ParameterizedTest
    @EnumSource
    void whatIsRemovedFromTheMiddleMakesRoomAndLeavesTheOrder(Shape shape) {
        for (int capacity : new int[] {3, 5, 8, 100}) {
            for (int gone = 0; gone < capacity; gone++) {
                ClosableBlockingQueue<Integer> queue = filled(shape, capacity, capacity);
                List<Integer> expected = new ArrayList<>(queue);
                expected.remove((Integer) gone);

                assertThat(queue.remove((Object) gone)).isTrue();
                assertThat(queue.remove((Object) gone)).isFalse();
                assertThat(queue.contains(gone)).isFalse();
                assertThat(queue).containsExactlyElementsOf(expected);
                assertThat(queue.offer(-1)).isTrue();
                assertThat(queue.offer(-2)).isFalse();

                expected.add(-1);
                List<Integer> taken = new ArrayList<>();
                assertThat(queue.drainTo(taken)).isEqualTo(capacity);
                assertThat(taken).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void removingForEverFromTheMiddleNeedsNoMoreRoom(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 3, 1);
        for (int i = 1; i < 10_000; i++) {
            assertThat(queue.offer(i)).isTrue();
            assertThat(queue.remove((Object) i)).isTrue();
        }
        assertThat(queue).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource
    void manyAreRemovedAtOnce(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 100, 100);

        assertThat(queue.removeIf(i -> i % 3 != 0)).isTrue();
        assertThat(queue).hasSize(34).allMatch(i -> i % 3 == 0);
        assertThat(queue.remainingCapacity()).isEqualTo(66);
        assertThat(queue.removeIf(i -> i % 3 != 0)).isFalse();
        assertThat(queue.removeAll(Arrays.asList(0, 99, 50))).isTrue();
        assertThat(queue.retainAll(Arrays.asList(3, 6, 9, 50))).isTrue();
        assertThat(queue.poll()).isEqualTo(3);
        assertThat(queue).containsExactly(6, 9);
        assertThat(queue.removeIf(_ -> true)).isTrue();
        assertThat(queue).isEmpty();
        assertThat(queue.poll()).isNull();
        assertThat(queue.offer(7)).isTrue();
        assertThat(queue.poll()).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void anIteratorShowsWhatWasThereAndRemovesWhatStillIs(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 10, 5);
        Iterator<Integer> all = queue.iterator();
        assertThat(queue.poll()).isZero();
        assertThat(queue.offer(5)).isTrue();

        assertThatThrownBy(all::remove).isInstanceOf(IllegalStateException.class);
        List<Integer> seen = new ArrayList<>();
        while (all.hasNext()) {
            seen.add(all.next());
            all.remove();
        }
        assertThat(seen).containsExactly(0, 1, 2, 3, 4);
        assertThat(queue).containsExactly(5);
        assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
    }

    @ParameterizedTest
    @EnumSource
    void manyGoInAsLongAsThereIsRoomAndComeOutUpToALimit(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(5);
        List<Integer> got = new ArrayList<>();

        assertThat(queue.offerMany(Arrays.asList(0, 1, 2))).isEqualTo(3);
        assertThat(queue.offerMany(Arrays.asList(3, 4, 5, 6))).isEqualTo(2);
        assertThat(queue.drain(got::add, 0)).isZero();
        assertThat(queue.drain(got::add, 2)).isEqualTo(2);
        assertThat(queue.drainTo(got, 1)).isEqualTo(1);
        assertThat(queue.drain(got::add, 100)).isEqualTo(2);
        assertThat(got).containsExactly(0, 1, 2, 3, 4);
        String negative = "a number of elements cannot be negative: -1";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.drain(got::add, -1))
                .withMessage(negative);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> queue.pollMany(-1))
                .withMessage(negative);
        assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(queue));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.drainTo(queue, 1));
    }

    @ParameterizedTest
    @EnumSource
    void whatATakerThrewAtIsTakenAndTheRestStays(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 5, 5);

        assertThatThrownBy(() ->
                        queue.drain(
                                i -> {
                                    if (i == 1) {
                                        throw new IllegalStateException("no");
                                    }
                                },
                                5))
                .hasMessage("no");
        assertThat(queue).containsExactly(2, 3, 4);
    }

    /** As with the queues of the JDK; where many take, it is one element that is lost. */
    @ParameterizedTest
    @EnumSource
    void whatATargetDidNotTakeStaysWithALoneConsumer(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 5, 3);
        List<Integer> target = new RefusesOne();
        assertThatThrownBy(() -> queue.drainTo(target)).hasMessage("no");
        assertThat(target).containsExactly(0);
        if (shape.consumers(2) == 1) {
            assertThat(queue).containsExactly(1, 2);
        } else {
            assertThat(queue).containsExactly(2);
        }
    }

    private static final class RefusesOne extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean add(Integer element) {
            if (element == 1) {
                throw new IllegalStateException("no");
            }
            return super.add(element);
        }
    }

    /** It is given what is still in the queue where one takes; nothing but that comes twice. */
    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhereATargetTakesItself(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 8, 5);
        Set<Integer> got = new TreeSet<>();
        List<Integer> target =
                new WithAHook(element -> {
                    if (element == 0) {
                        got.add(queue.poll());
                    }
                });
        queue.drainTo(target);
        assertThat(target).doesNotHaveDuplicates();
        got.addAll(target);
        got.addAll(queue);
        assertThat(got).containsExactly(0, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @EnumSource
    void whatATargetIsGivenIsTakenFromWhereItHasMovedIt(Shape shape) {
        ClosableBlockingQueue<Integer> queue = filled(shape, 8, 5);
        List<Integer> target =
                new WithAHook(element -> {
                    if (element == 0) {
                        assertThat(queue.remove((Object) 3)).isTrue();
                        assertThat(queue.removeIf(other -> other == 1)).isTrue();
                    }
                });
        assertThat(queue.drainTo(target)).isEqualTo(3);
        assertThat(target).containsExactly(0, 2, 4);
        assertThat(queue).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void oneThatIsTheSameIsNotTakenForWhatATargetHasTakenItself(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        queue.addAll(List.of(7, 7, 7));
        List<Integer> target = new WithAHook(_ -> queue.poll());
        assertThat(queue.drainTo(target, 1)).isEqualTo(1);
        assertThat(queue).hasSize(shape.consumers(2) == 1 ? 2 : 1);
    }

    private static final class WithAHook extends ArrayList<Integer> {
        private static final long serialVersionUID = 1;

        private final transient IntConsumer hook;

        WithAHook(IntConsumer hook) {
            this.hook = hook;
        }

        @Override
        public boolean add(Integer element) {
            hook.accept(element);
            return super.add(element);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedQueueIsToldToWhoMayWaitWhateverTheTime(Shape shape) throws InterruptedException {
        ClosableBlockingQueue<Integer> queue = filled(shape, 3, 1);
        queue.close();

        assertThat(queue.offer(1)).isFalse();
        for (long nanos : new long[] {-1, 0, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> queue.offer(1, nanos, TimeUnit.NANOSECONDS))
                    .isInstanceOf(QueueClosedException.class);
        }
        assertThat(queue.poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isZero();
        assertThat(queue.poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void aQueueThatContainsItselfHasAText(Shape shape) {
        ClosableBlockingQueue<Object> queue = shape.of(3);
        assertThat(queue).hasToString("[]");
        queue.add("a");
        queue.add(queue);
        assertThat(queue.toString()).isEqualTo("[a, (this Collection)]");
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // null is what is refused
    void nullIsRefused(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(5);
        assertThatNullPointerException().isThrownBy(() -> queue.offer(null));
        assertThatNullPointerException().isThrownBy(() -> queue.add(null));
        assertThatNullPointerException().isThrownBy(() -> queue.put(null));
        assertThatNullPointerException().isThrownBy(() -> queue.offer(null, 1, TimeUnit.DAYS));
        assertThatNullPointerException()
                .isThrownBy(() -> queue.offerMany(Arrays.asList(1, null, 2)));
        assertThat(queue).containsExactly(1);
        assertThat(queue.contains(null)).isFalse();
        assertThat(queue.remove(null)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // likewise
    void anArgumentThatIsMissingIsNamed(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(5);
        assertThatNullPointerException()
                .isThrownBy(() -> queue.offerMany(null))
                .withMessage("elements");
        assertThatNullPointerException()
                .isThrownBy(() -> queue.pollMany((Integer[]) null))
                .withMessage("into");
        assertThatNullPointerException()
                .isThrownBy(() -> queue.offer(1, 1, null))
                .withMessage("unit");
        assertThatNullPointerException().isThrownBy(() -> queue.poll(1, null)).withMessage("unit");
        assertThatNullPointerException()
                .isThrownBy(() -> queue.containsAll(null))
                .withMessage("sought");
        assertThatNullPointerException()
                .isThrownBy(() -> queue.drain(null, 1))
                .withMessage("taker");
        assertThatNullPointerException().isThrownBy(() -> queue.drainTo(null)).withMessage("to");
        if (!shape.isGrowing()) {
            LongQueue longs = shape.ofLongs(5);
            assertThatNullPointerException()
                    .isThrownBy(() -> longs.offerMany(null, 0, 0))
                    .withMessage("elements");
            assertThatNullPointerException()
                    .isThrownBy(() -> longs.offer(1, 1, null))
                    .withMessage("unit");
            assertThatNullPointerException()
                    .isThrownBy(() -> longs.poll(1, 1, null))
                    .withMessage("unit");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAListHasHandedOutBeforeItThrowsIsPutOrNothingIs(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(5);
        List<Integer> throwing =
                new AbstractList<>() {
                    @Override
                    public Integer get(int index) {
                        if (index == 2) {
                            throw new IllegalStateException("no more");
                        }
                        return index;
                    }

                    @Override
                    public int size() {
                        return 4;
                    }
                };
        assertThatThrownBy(() -> queue.offerMany(throwing)).hasMessage("no more");
        if (shape == Shape.MPMC) {
            assertThat(queue).isEmpty();
        } else {
            assertThat(queue).containsExactly(0, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClosedQueueGivesWhatItHasAndTakesNoMore(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> queue = filled(shape, 5, 3);
        assertThat(queue.isClosed()).isFalse();
        queue.close();
        queue.close();

        assertThat(queue.isClosed()).isTrue();
        assertThat(queue.offer(4)).isFalse();
        assertThat(queue.offerMany(List.of(4))).isZero();
        assertThatThrownBy(() -> queue.add(4)).isInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> queue.put(4)).isInstanceOf(QueueClosedException.class);
        assertThatThrownBy(() -> queue.offer(4, 1, TimeUnit.DAYS))
                .isInstanceOf(QueueClosedException.class);
        assertThat(queue).containsExactly(0, 1, 2);
        assertThat(queue.peek()).isZero();
        assertThat(queue.remove((Object) 1)).isTrue();
        assertThat(queue.take()).isZero();
        assertThat(queue.poll(1, TimeUnit.DAYS)).isEqualTo(2);
        assertThat(queue.poll(1, TimeUnit.DAYS)).isNull();
        assertThat(queue.poll()).isNull();
        assertThatThrownBy(queue::take).isInstanceOf(QueueClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void capacitiesThatMakeNoSenseAreRefused(Shape shape) {
        assertThatIllegalArgumentException().isThrownBy(() -> shape.of(0));
        assertThatIllegalArgumentException().isThrownBy(() -> shape.of(-1));
    }

    @Test
    void longsThatAreToGrowAreRefusedAndToldWhatToSay() {
        var queue = Queues.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER);
        assertThatIllegalArgumentException()
                .isThrownBy(queue.growing(8, 100)::buildLongs)
                .withMessageContaining("bounded(n), not growing(...) or unbounded()");
    }

    @ParameterizedTest
    @EnumSource
    void longsOfAnyValueGoThroughInOrder(Shape shape) throws Exception {
        if (shape.isGrowing()) {
            return;
        }
        for (int capacity : new int[] {1, 2, 3, 8, 100}) {
            LongQueue queue = shape.ofLongs(capacity);
            long[] values = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1};
            for (long value : values) {
                assertThat(queue.offer(value)).isTrue();
                assertThat(queue.take()).isEqualTo(value);
            }
            long[] many = new long[capacity + 2];
            Arrays.setAll(many, i -> i);
            assertThat(queue.offerMany(many, 0, many.length)).isEqualTo(capacity);
            assertThat(queue.offer(5)).isFalse();
            assertThat(queue.offer(5, 1, TimeUnit.MICROSECONDS)).isFalse();
            assertThat(queue.size()).isEqualTo(capacity);
            List<Long> got = new ArrayList<>();
            assertThat(queue.drain(got::add, 1000)).isEqualTo(capacity);
            assertThat(got).hasSize(capacity).isSorted();
            assertThat(queue.poll(-7)).isEqualTo(-7);
            assertThat(queue.poll(-7, 1, TimeUnit.MICROSECONDS)).isEqualTo(-7);
            assertThat(queue.offer(3)).isTrue();
            queue.close();
            assertThat(queue.offer(4)).isFalse();
            assertThat(queue.take()).isEqualTo(3);
            assertThatThrownBy(queue::take).isInstanceOf(QueueClosedException.class);
            assertThat(queue.isEmpty()).isTrue();
        }
    }
}
