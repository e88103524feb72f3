package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A batch is waited for: for its first element, and for no further one. References and {@code
 * long}s alike.
 */
@Timeout(60)
final class WaitingDrainTest {
    /** Either kind of queue, with what both have. */
    private interface Subject {
        boolean offer(int element);

        int drain(Consumer<? super Integer> taker, int limit, long time, TimeUnit unit)
                throws InterruptedException;

        int size();

        void close();
    }

    private record References(ClosableBlockingQueue<Integer> queue) implements Subject {
        @Override
        public boolean offer(int element) {
            return queue.offer(element);
        }

        @Override
        public int drain(Consumer<? super Integer> taker, int limit, long time, TimeUnit unit)
                throws InterruptedException {
            return queue.drain(taker, limit, time, unit);
        }

        @Override
        public int size() {
            return queue.size();
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    private record Longs(LongQueue queue) implements Subject {
        @Override
        public boolean offer(int element) {
            return queue.offer(element);
        }

        @Override
        public int drain(Consumer<? super Integer> taker, int limit, long time, TimeUnit unit)
                throws InterruptedException {
            LongConsumer unboxing = each -> taker.accept((int) each);
            return queue.drain(unboxing, limit, time, unit);
        }

        @Override
        public int size() {
            return queue.size();
        }

        @Override
        public void close() {
            queue.close();
        }
    }

    /** Of eight elements. */
    private static Stream<Subject> subjects(Shape shape) {
        return shape.isGrowing()
                ? Stream.of(new References(shape.of(8)))
                : Stream.of(new References(shape.of(8)), new Longs(shape.ofLongs(8)));
    }

    /** A thread that waits for a batch, of so many then. */
    private static Thread parked(Team team, Subject queue, List<Integer> got, int many) {
        Thread consumer =
                team.start(
                        "consumer",
                        () ->
                                assertThat(queue.drain(got::add, 8, 1, TimeUnit.DAYS))
                                        .isEqualTo(many));
        Until.isAsleep(consumer);
        return consumer;
    }

    static Stream<Arguments> shapesAndThreads() {
        return Stream.of(Shape.values())
                .flatMap(shape -> Stream.of(Arguments.of(shape, false), Arguments.of(shape, true)));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsThereIsTakenWithoutWaiting(Shape shape) throws Exception {
        for (Subject queue : subjects(shape).toList()) {
            for (int i = 0; i < 5; i++) {
                queue.offer(i);
            }
            List<Integer> got = new ArrayList<>();
            assertThat(queue.drain(got::add, 3, 1, TimeUnit.DAYS)).isEqualTo(3);
            assertThat(queue.drain(got::add, 3, 1, TimeUnit.DAYS)).isEqualTo(2);
            assertThat(queue.drain(got::add, 0, 1, TimeUnit.DAYS)).isZero();
            assertThat(queue.drain(got::add, 3, 1, TimeUnit.MICROSECONDS)).isZero();
            assertThat(queue.drain(got::add, 3, -1, TimeUnit.DAYS)).isZero();
            assertThat(got).containsExactly(0, 1, 2, 3, 4);
        }
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void aParkedConsumerIsWokenAndWaitsForNoSecondOne(Shape shape, boolean virtual)
            throws Exception {
        for (Subject queue : subjects(shape).toList()) {
            List<Integer> got = new ArrayList<>();
            try (Team team = new Team(virtual)) {
                parked(team, queue, got, 1);
                queue.offer(1);
                team.join();
            }
            assertThat(got).containsExactly(1);
        }
    }

    /** What has come with the first one is taken with it, up to the limit. */
    @ParameterizedTest
    @EnumSource
    void whoWasWokenTakesWhatHasComeMeanwhile(Shape shape) throws Exception {
        Sleepers sleepers = new Sleepers();
        ClosableBlockingQueue<Integer> queue = shape.of(8, sleepers);
        List<Integer> got = new ArrayList<>();
        try (Team team = new Team(false)) {
            team.start(
                    "consumer",
                    () -> assertThat(queue.drain(got::add, 3, 1, TimeUnit.DAYS)).isEqualTo(3));
            sleepers.awaitAsleep(1);
            queue.offerMany(List.of(0, 1, 2, 3, 4));
            sleepers.letGoOn();
            team.join();
        }
        assertThat(got).containsExactly(0, 1, 2);
        assertThat(queue).containsExactly(3, 4);
    }

    /** Else the second one would sleep until the first one's taker has done. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void theNextOneIsWokenBeforeATakerThatIsSlow(Shape shape) throws Exception {
        Sleepers sleepers = new Sleepers();
        theNextOneIsWoken(new References(shape.of(8, sleepers)), sleepers);
        if (!shape.isGrowing()) {
            sleepers = new Sleepers();
            theNextOneIsWoken(new Longs(shape.ofLongs(8, sleepers)), sleepers);
        }
    }

    private static void theNextOneIsWoken(Subject queue, Sleepers sleepers) throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
        Consumer<Integer> waitsForTheOther =
                each -> {
                    got.add(each);
                    both.countDown();
                    try {
                        both.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                };
        try (Team team = new Team(false)) {
            for (int i = 0; i < 2; i++) {
                team.start(
                        "consumer " + i, () -> queue.drain(waitsForTheOther, 1, 1, TimeUnit.DAYS));
            }
            sleepers.awaitAsleep(2);
            queue.offer(1);
            queue.offer(2);
            sleepers.letGoOn();
            team.join();
        }
        assertThat(got).containsExactlyInAnyOrder(1, 2);
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void closingReleasesWhoWaitsAndLeavesWhatIsThere(Shape shape, boolean virtual)
            throws Exception {
        for (Subject queue : subjects(shape).toList()) {
            List<Integer> got = new ArrayList<>();
            try (Team team = new Team(virtual)) {
                parked(team, queue, got, 0);
                queue.close();
                team.join();
            }
            assertThat(queue.drain(got::add, 8, 1, TimeUnit.DAYS)).isZero();
            assertThat(got).isEmpty();
        }
        for (Subject queue : subjects(shape).toList()) {
            queue.offer(1);
            queue.close();
            List<Integer> got = new ArrayList<>();
            assertThat(queue.drain(got::add, 8, 1, TimeUnit.DAYS)).isOne();
            assertThat(queue.drain(got::add, 8, 1, TimeUnit.DAYS)).isZero();
            assertThat(got).containsExactly(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptTakesNothing(Shape shape) throws Exception {
        for (Subject queue : subjects(shape).toList()) {
            List<Integer> got = new ArrayList<>();
            try (Team team = new Team(false)) {
                Thread consumer =
                        team.start(
                                "consumer",
                                () ->
                                        assertThatThrownBy(() ->
                                                        queue.drain(got::add, 8, 1, TimeUnit.DAYS))
                                                .isInstanceOf(InterruptedException.class));
                Until.isAsleep(consumer);
                consumer.interrupt();
                team.join();
            }
            queue.offer(1);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> queue.drain(got::add, 8, 0, TimeUnit.DAYS))
                    .isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isFalse();
            assertThat(queue.size()).isOne();
            assertThat(got).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatTheTakerThrewAtIsTakenAndTheRestStays(Shape shape) throws Exception {
        Sleepers sleepers = new Sleepers();
        ClosableBlockingQueue<Integer> queue = shape.of(8, sleepers);
        try (Team team = new Team(false)) {
            team.start(
                    "consumer",
                    () ->
                            assertThatThrownBy(() ->
                                            queue.drain(
                                                    each -> {
                                                        throw new IllegalStateException(
                                                                "at " + each);
                                                    },
                                                    8,
                                                    1,
                                                    TimeUnit.DAYS))
                                    .hasMessage("at 0"));
            sleepers.awaitAsleep(1);
            queue.offerMany(List.of(0, 1, 2));
            sleepers.letGoOn();
            team.join();
        }
        assertThat(queue).containsExactly(1, 2);
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // null is what is refused
    void whatIsWrongIsTold(Shape shape) {
        for (Subject queue : subjects(shape).toList()) {
            queue.offer(1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> queue.drain(_ -> {}, -1, 1, TimeUnit.DAYS))
                    .withMessage("a number of elements cannot be negative: -1");
            assertThatNullPointerException()
                    .isThrownBy(() -> queue.drain(_ -> {}, 1, 1, null))
                    .withMessage("unit");
            assertThat(queue.size()).isOne();
        }
        assertThatNullPointerException()
                .isThrownBy(() -> shape.of(1).drain(null, 1, 1, TimeUnit.DAYS))
                .withMessage("taker");
        if (!shape.isGrowing()) {
            assertThatNullPointerException()
                    .isThrownBy(() -> shape.ofLongs(1).drain(null, 1, 1, TimeUnit.DAYS))
                    .withMessage("taker");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLongIsSeenBeforeItIsTaken(Shape shape) {
        if (shape.isGrowing()) {
            return;
        }
        LongQueue queue = shape.ofLongs(2);
        assertThat(queue.peek(-7)).isEqualTo(-7);
        for (long each = 1; each < 10; each++) {
            assertThat(queue.offer(each)).isTrue();
            assertThat(queue.peek(-7)).isEqualTo(each);
            assertThat(queue.offer(-each)).isTrue();
            assertThat(queue.peek(-7)).isEqualTo(each);
            assertThat(queue.poll(-7)).isEqualTo(each);
            assertThat(queue.peek(-7)).isEqualTo(-each);
            assertThat(queue.poll(-7)).isEqualTo(-each);
            assertThat(queue.peek(-7)).isEqualTo(-7);
        }
        queue.offer(1);
        queue.close();
        assertThat(queue.peek(-7)).isOne();
    }

    // ---- the loop of the Javadoc

    /** What comes and is closed behind the look that found nothing. */
    @ParameterizedTest
    @EnumSource
    void theLoopThatWritesBatchesLosesNothingThatIsAcceptedBehindALook(Last last) throws Exception {
        ClosableBlockingQueue<Integer> real =
                Queues.blocking(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 4_096);
        boolean[] isLate = {false};
        ClosableBlockingQueue<Integer> queue =
                beside(
                        real,
                        drained -> {
                            if (drained == 0 && !isLate[0]) {
                                isLate[0] = true;
                                for (int i = 0; i < last.elements; i++) {
                                    real.put(i);
                                }
                                real.close();
                            }
                        });
        List<Integer> written = new ArrayList<>();
        List<Integer> batch = new ArrayList<>();

        boolean isOpen = true;
        while (isOpen) {
            isOpen = !queue.isClosed();
            while (queue.drain(batch::add, 500, 1, TimeUnit.MILLISECONDS) > 0) {
                written.addAll(batch);
                batch.clear();
            }
        }

        assertThat(written).hasSize(last.elements);
    }

    /** How many come last: none, one, more than a batch. */
    private enum Last {
        NONE(0),
        ONE(1),
        MANY(1_200);

        final int elements;

        Last(int elements) {
            this.elements = elements;
        }
    }

    private interface Drained {
        void by(int elements) throws InterruptedException;
    }

    /** The same queue, where something happens behind each {@code drain}. */
    @SuppressWarnings("unchecked") // it is an interface of that queue
    private static <E> ClosableBlockingQueue<E> beside(
            ClosableBlockingQueue<E> queue, Drained then) {
        return (ClosableBlockingQueue<E>)
                Proxy.newProxyInstance(
                        WaitingDrainTest.class.getClassLoader(),
                        new Class<?>[] {ClosableBlockingQueue.class},
                        (_, method, arguments) -> {
                            Object result = method.invoke(queue, arguments);
                            if (method.getName().equals("drain")) {
                                then.by((int) result);
                            }
                            return result;
                        });
    }
}
