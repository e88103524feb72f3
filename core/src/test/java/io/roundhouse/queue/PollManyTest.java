package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.AbstractList;
import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many are taken at once: in order, nothing lost, nothing twice. */
@Timeout(60)
final class PollManyTest {
    @ParameterizedTest
    @EnumSource
    void asManyAreTakenAsAreThereAndFit(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        Integer[] three = new Integer[3];
        Integer[] ten = new Integer[10];
        assertThat(queue.pollMany(three)).isZero();
        queue.addAll(List.of(0, 1, 2, 3, 4));

        assertThat(queue.pollMany(new Integer[0])).isZero();
        assertThat(queue.pollMany(three)).isEqualTo(3);
        assertThat(three).containsExactly(0, 1, 2);
        queue.addAll(List.of(5, 6, 7, 8, 9, 10)); // round the end of the ring

        assertThat(queue.pollMany(ten)).isEqualTo(8);
        assertThat(ten).startsWith(3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(queue.pollMany(ten)).isZero();
        assertThat(queue.offer(11)).isTrue();
    }

    /** A producer may have read the tail, and then have lost its processor. */
    @Test
    void aTailOfLongAgoHasNoMoreRoomThanThereArePlaces() {
        MpmcQueue<Integer> queue = (MpmcQueue<Integer>) Shape.MPMC.<Integer>of(1);
        for (int i = 0; i < 40; i++) {
            assertThat(queue.offer(i)).isTrue();
            assertThat(queue.poll()).isEqualTo(i);
        }
        assertThat(queue.freeFrom(0, queue.roomFrom(0, Parcel.MOST))).isOne();
    }

    /** It comes to whoever has an array for it, and so do those before it. */
    @ParameterizedTest
    @EnumSource
    void whatDoesNotFitIntoTheArrayStaysInTheQueue(Shape shape) {
        ClosableBlockingQueue<Number> queue = shape.of(8);
        Number[] integers = new Integer[4];
        queue.addAll(List.of(1, 2, 3.5, 4));
        int taken = 0;
        try {
            taken = queue.pollMany(integers);
        } catch (ArrayStoreException e) {
            // all of them are there
        }
        assertThat(Arrays.asList(integers).subList(0, taken))
                .isEqualTo(List.of(1, 2).subList(0, taken));
        assertThat(queue)
                .containsExactly(List.of(1, 2, 3.5, 4).subList(taken, 4).toArray(Number[]::new));
        if (taken == 2) {
            assertThatThrownBy(() -> queue.pollMany(integers))
                    .isInstanceOf(ArrayStoreException.class);
        }
        Number[] numbers = new Number[4];
        assertThat(queue.pollMany(numbers)).isEqualTo(4 - taken);
        assertThat(Arrays.<Number>asList(numbers).subList(0, 4 - taken))
                .isEqualTo(List.of(1, 2, 3.5, 4).subList(taken, 4));
    }

    /** The list may know a narrower array than the queue's users, to whom it may be handed on. */
    @ParameterizedTest
    @EnumSource
    void batchesOfAListWithAnArrayOfItsOwnTypeAreTakenWithOthers(Shape shape) {
        ClosableBlockingQueue<Object> queue = shape.of(8);
        assertThat(queue.offerMany(new Strings("a", "b", "c"))).isEqualTo(3);
        queue.addAll(List.of(1, 2));
        assertThat(queue.pollMany(5)).isEqualTo(List.of("a", "b", "c", 1, 2));
        assertThat(queue).isEmpty();
    }

    private static final class Strings extends AbstractList<String> {
        private final String[] all;

        Strings(String... all) {
            this.all = all;
        }

        @Override
        public String get(int index) {
            return all[index];
        }

        @Override
        public int size() {
            return all.length;
        }

        @Override
        public Object[] toArray() {
            return all.clone();
        }
    }

    /** A list of a user's, or one of the JDK's around it, may give away the array that it is in. */
    @ParameterizedTest
    @EnumSource
    void aListThatIsChangedAfterwardsChangesNothing(Shape shape) {
        for (boolean wrapped : new boolean[] {false, true}) {
            ClosableBlockingQueue<String> queue = shape.of(8);
            @Nullable Object[] own = {"a", "b", "c"};
            List<String> list = new GivesItsArrayAway(own);
            assertThat(queue.offerMany(wrapped ? Collections.unmodifiableList(list) : list))
                    .isEqualTo(3);
            Arrays.fill(own, null);
            assertThat(queue.contains("b")).isTrue();
            assertThat(queue.poll()).isEqualTo("a");
            assertThat(queue.pollMany(8)).containsExactly("b", "c");
        }
    }

    private static final class GivesItsArrayAway extends AbstractList<String> {
        private final @Nullable Object[] own;

        GivesItsArrayAway(@Nullable Object[] own) {
            this.own = own;
        }

        @Override
        public String get(int index) {
            return (String) Objects.requireNonNull(own[index]);
        }

        @Override
        public int size() {
            return own.length;
        }

        @Override
        public @Nullable Object[] toArray() {
            return own;
        }
    }

    /** Wherever in the ring a batch begins, and however much of it finds room. */
    @ParameterizedTest
    @EnumSource
    void batchesOfAnySizeGoRoundTheEndOfTheRing(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        Random random = new Random(1);
        int put = 0;
        int taken = 0;
        for (int round = 0; round < 2_000; round++) {
            List<Integer> batch = IntStream.range(put, put + random.nextInt(12)).boxed().toList();
            int accepted = queue.offerMany(batch);
            put += accepted;
            assertThat(accepted == batch.size() || queue.remainingCapacity() == 0).isTrue();

            Integer[] into = new Integer[random.nextInt(12)];
            int got = queue.pollMany(into);
            assertThat(got).isEqualTo(Math.min(into.length, put - taken));
            assertThat(Arrays.asList(into).subList(0, got))
                    .isEqualTo(IntStream.range(taken, taken + got).boxed().toList());
            taken += got;
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsLeftInAClosedQueueIsTaken(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        queue.addAll(List.of(1, 2, 3));
        queue.close();
        Integer[] batch = new Integer[2];

        assertThat(queue.pollMany(batch)).isEqualTo(2);
        assertThat(batch).containsExactly(1, 2);
        assertThat(queue.pollMany(batch)).isOne();
        assertThat(batch[0]).isEqualTo(3);
        assertThat(queue.pollMany(batch)).isZero();
    }

    /** What another consumer got is not in the array, and what this one got is told. */
    @Test
    void anElementThatDoesNotFitAndCameInPlaceOfAnotherIsNotLostInSilence() {
        Number[] integers = new Integer[4];
        assertThatThrownBy(() -> new Overtaken(List.of(1, 2, 2.5, 3), 2).pollMany(integers))
                .isInstanceOf(ArrayStoreException.class)
                .hasMessageContaining("2.5");
        assertThat(integers).containsExactly(1, null, null, null);
        assertThatThrownBy(() -> new Overtaken(List.of(1, 2.5), 1).pollMany(integers))
                .isInstanceOf(ArrayStoreException.class)
                .hasMessageContaining("2.5");
        assertThat(new Overtaken(List.of(1, 2), 2).pollMany(integers)).isOne();
        assertThat(integers).containsExactly(1, null, null, null);
    }

    /** Another consumer takes one of its elements after this one has looked at it. */
    private static final class Overtaken extends AbstractQueue<Number>
            implements ClosableQueue<Number> {
        private final ArrayDeque<Number> elements;
        private final Number others;

        Overtaken(List<Number> elements, Number others) {
            this.elements = new ArrayDeque<>(elements);
            this.others = others;
        }

        @Override
        public @Nullable Number peek() {
            Number first = elements.peek();
            if (others.equals(first)) {
                elements.remove();
            }
            return first;
        }

        @Override
        public @Nullable Number poll() {
            return elements.poll();
        }

        @Override
        public boolean offer(Number element) {
            return elements.offer(element);
        }

        @Override
        public int offerMany(List<? extends Number> many) {
            elements.addAll(many);
            return many.size();
        }

        @Override
        public int drain(Consumer<? super Number> taker, int limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int capacity() {
            return Integer.MAX_VALUE;
        }

        @Override
        public void close() {}

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Iterator<Number> iterator() {
            return elements.iterator();
        }
    }

    /** Whatever another consumer takes meanwhile, and when: what does not fit is not taken. */
    @Test
    void whatDoesNotFitStaysInTheQueueWhereAnotherConsumerComesBetween() {
        int looks = 0;
        Shared queue;
        do {
            queue = new Shared(looks++);
            queue.addAll(List.of(1, 2.5, 3));
            Number[] integers = new Integer[2];
            List<Number> got = new ArrayList<>();
            queue.isTaking = true;
            try {
                int taken = queue.pollMany(integers);
                got.addAll(Arrays.asList(integers).subList(0, taken));
            } catch (ArrayStoreException e) {
                // what it cannot hold is first
            }
            queue.isTaking = false;
            got.addAll(0, queue.stolen);
            queue.drain(got::add, 3);
            assertThat(got).containsExactly(1, 2.5, 3);
        } while (!queue.stolen.isEmpty());
        assertThat(looks).as("one in which another has come between, at least").isGreaterThan(1);
    }

    /** A growing queue in which another consumer takes between two looks of this one. */
    private static final class Shared extends GrowingQueue<Number> {
        private final List<Number> stolen = new ArrayList<>();
        private boolean isTaking;
        private int looksLeft;

        /**
         * @param looks how often the first one looks at the tail before the other comes
         */
        Shared(int looks) {
            super(
                    Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                            .growing(1, Integer.MAX_VALUE));
            looksLeft = looks;
        }

        @Override
        long tailPosition() { // read behind the head
            if (isTaking && looksLeft-- == 0) {
                stolen.add(Objects.requireNonNull(poll()));
            }
            return super.tailPosition();
        }
    }

    /** Consumers that race: each element to one of them, and to its array only. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void noElementOfAnotherConsumerStaysInTheArray(Shape shape) throws Exception {
        int elements = 200_000;
        ClosableBlockingQueue<Integer> queue = bare(shape, 256, WaitStrategy.adaptive());
        ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
        try (Team team = new Team(false)) {
            for (int i = 0; i < 2; i++) {
                team.start("consumer " + i, () -> takeAll(queue, got));
            }
            for (int i = 0; i < elements; i++) {
                queue.put(i);
            }
            queue.close();
            team.join();
        }
        assertThat(got.stream().sorted()).isEqualTo(IntStream.range(0, elements).boxed().toList());
    }

    /**
     * Batches from several threads to several: each element once, those of one producer in order.
     */
    @Test
    void batchesOfManyComeToManyInOrder() throws Exception {
        int each = 300_000;
        ClosableBlockingQueue<Integer> queue = bare(Shape.MPMC, 64, WaitStrategy.adaptive());
        ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
        try (Team putters = new Team(false);
                Team takers = new Team(false)) {
            for (int i = 0; i < 2; i++) {
                int first = i * each;
                putters.start("producer " + i, () -> putAll(queue, first, first + each));
                takers.start("consumer " + i, () -> takeAllOfTwo(queue, each, got));
            }
            putters.join();
            queue.close();
            takers.join();
        }
        assertThat(got.stream().sorted()).isEqualTo(IntStream.range(0, 2 * each).boxed().toList());
    }

    private static void putAll(ClosableBlockingQueue<Integer> queue, int from, int to)
            throws InterruptedException {
        Random random = new Random(from);
        for (int next = from; next < to; ) {
            int end = Math.min(to, next + 1 + random.nextInt(40));
            int count = queue.offerMany(IntStream.range(next, end).boxed().toList());
            if (count == 0) {
                queue.put(next);
                count = 1;
            }
            next += count;
        }
    }

    private static void takeAllOfTwo(
            ClosableQueue<Integer> queue, int each, ConcurrentLinkedQueue<Integer> to) {
        Integer[] batch = new Integer[32];
        int[] last = {-1, -1};
        while (true) {
            boolean closed = queue.isClosed();
            int count = queue.pollMany(batch);
            for (int i = 0; i < count; i++) {
                int element = Objects.requireNonNull(batch[i]);
                assertThat(element).isGreaterThan(last[element / each]);
                last[element / each] = element;
                to.add(element);
            }
            if (closed && count == 0) {
                return;
            }
        }
    }

    private static void takeAll(ClosableQueue<Integer> queue, ConcurrentLinkedQueue<Integer> to) {
        Integer[] batch = new Integer[256];
        while (true) {
            boolean last = queue.isClosed();
            int count = queue.pollMany(batch);
            for (int i = count; i < batch.length; i++) {
                assertThat(batch[i]).isNull();
            }
            List<Integer> taken = new ArrayList<>(Arrays.asList(batch).subList(0, count));
            to.addAll(taken);
            assertThat(taken).isSorted();
            Arrays.fill(batch, null);
            if (last && count == 0) {
                return;
            }
        }
    }

    /** What the producer has put behind the end, and not yet taken back. */
    @Test
    void whatIsPutBehindTheEndIsNotTaken() {
        WokenBehindTheEnd consumer = new WokenBehindTheEnd();
        ClosableBlockingQueue<Integer> queue = bare(Shape.SPMC, 8, consumer);
        consumer.queue = queue;
        queue.add(0); // lets the producer go on to the limit
        assertThat(queue.poll()).isZero();

        assertThatThrownBy(queue::take).isInstanceOf(QueueClosedException.class);
        assertThat(consumer.count).isEqualTo(2);
        assertThat(consumer.batch).containsExactly(1, 2, null, null);
        assertThat(queue).isEmpty();
    }

    private static <E> ClosableBlockingQueue<E> bare(Shape shape, int capacity, WaitStrategy how) {
        boolean one = shape.producers(2) == 1;
        Plan plan =
                Plan.of(
                                one ? Producers.ONE_PRODUCER : Producers.MANY_PRODUCERS,
                                Consumers.MANY_CONSUMERS)
                        .waiting(how);
        return Queues.bare(shape.isGrowing() ? plan.growing(4, capacity) : plan.bounded(capacity));
    }

    /**
     * A consumer and the producer, played by one thread: the consumer is woken by an element behind
     * the end, before its producer has looked whether it counts.
     */
    private static final class WokenBehindTheEnd extends StubWaiter implements WaitStrategy {
        @Nullable ClosableBlockingQueue<Integer> queue;
        final @Nullable Integer[] batch = new Integer[4];
        int count;
        private boolean begun;
        private boolean behindTheEnd;

        @Override
        public Waiter newWaiter() {
            return this;
        }

        @Override
        public boolean await(Wait wait, long nanos) {
            if (!begun) {
                begun = true;
                play(wait, queue());
            }
            return wait.met();
        }

        private void play(Wait wait, ClosableBlockingQueue<Integer> its) {
            its.addAll(List.of(1, 2));
            its.close();
            wait.beforePark();
            behindTheEnd = true;
            assertThat(its.offer(3)).isFalse();
            wait.afterPark();
        }

        @Override
        @SuppressWarnings("NullAway") // the array is empty behind what was taken
        public void wake() {
            if (behindTheEnd) {
                behindTheEnd = false;
                count = queue().pollMany(batch);
            }
        }

        private ClosableBlockingQueue<Integer> queue() {
            return Objects.requireNonNull(queue);
        }
    }
}
