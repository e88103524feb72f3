package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.ForGood;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No wake-up is lost: whoever sleeps here does so {@linkplain ForGood for good}, so that a test in
 * which one is lost does not end. Everybody who sleeps has its share before anybody sleeps again.
 */
@Timeout(30)
final class WakeUpTest {
    private static final int MANY = 3;

    /** Room for so many that a producer needs not look around before each. */
    private static final int ROOMY = 256;

    private static final int ROUNDS = 10;

    /** A way to put some elements, without waiting. */
    private enum Putting {
        ONE_BY_ONE {
            @Override
            void put(ClosableBlockingQueue<Integer> queue, List<Integer> elements) {
                elements.forEach(each -> assertThat(queue.offer(each)).isTrue());
            }
        },
        AS_WHO_MAY_WAIT {
            @Override
            void put(ClosableBlockingQueue<Integer> queue, List<Integer> elements)
                    throws InterruptedException {
                for (int each : elements) {
                    queue.put(each);
                }
            }
        },
        AS_WHO_MAY_WAIT_FOR_A_TIME {
            @Override
            void put(ClosableBlockingQueue<Integer> queue, List<Integer> elements)
                    throws InterruptedException {
                for (int each : elements) {
                    assertThat(queue.offer(each, 1, TimeUnit.DAYS)).isTrue();
                }
            }
        },
        AT_ONCE {
            @Override
            void put(ClosableBlockingQueue<Integer> queue, List<Integer> elements) {
                assertThat(queue.offerMany(elements)).isEqualTo(elements.size());
            }
        };

        abstract void put(ClosableBlockingQueue<Integer> queue, List<Integer> elements)
                throws InterruptedException;
    }

    /** A way to make room for so many, without waiting. */
    private enum Taking {
        ONE_BY_ONE {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) {
                for (int i = 0; i < many; i++) {
                    assertThat(queue.poll()).isNotNull();
                }
            }
        },
        AS_WHO_MAY_WAIT {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) throws InterruptedException {
                for (int i = 0; i < many; i++) {
                    queue.take();
                }
            }
        },
        AS_WHO_MAY_WAIT_FOR_A_TIME {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) throws InterruptedException {
                for (int i = 0; i < many; i++) {
                    assertThat(queue.poll(1, TimeUnit.DAYS)).isNotNull();
                }
            }
        },
        AT_ONCE {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) {
                assertThat(queue.pollMany(new Integer[many])).isEqualTo(many);
            }
        },
        BY_DRAINING {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) {
                assertThat(queue.drainTo(new ArrayList<>(), many)).isEqualTo(many);
            }
        },
        FROM_THE_MIDDLE {
            @Override
            void take(ClosableBlockingQueue<Integer> queue, int many) {
                int[] left = {many};
                assertThat(queue.removeIf(_ -> left[0]-- > 0)).isTrue();
            }
        };

        abstract void take(ClosableBlockingQueue<Integer> queue, int many)
                throws InterruptedException;
    }

    static Stream<Arguments> puttings() {
        return cases(List.of(Putting.values()));
    }

    static Stream<Arguments> takings() {
        return cases(List.of(Taking.values()));
    }

    static Stream<Arguments> shapes() {
        return Stream.of(Shape.values())
                .flatMap(shape ->
                        Stream.of(false, true).map(virtual -> Arguments.of(shape, virtual)));
    }

    /** On platform threads and on virtual ones. */
    private static Stream<Arguments> cases(List<?> ways) {
        return Stream.of(Shape.values())
                .flatMap(shape ->
                        ways.stream()
                                .flatMap(way ->
                                        Stream.of(false, true)
                                                .map(virtual ->
                                                        Arguments.of(shape, way, virtual))));
    }

    @ParameterizedTest
    @MethodSource("puttings")
    void whatIsPutWakesAsManyAsItIsFor(Shape shape, Putting putting, boolean virtual)
            throws Exception {
        ForGood sleepers = new ForGood();
        int consumers = shape.consumers(MANY);
        CyclicBarrier all = new CyclicBarrier(consumers + 1);
        ClosableBlockingQueue<Integer> queue = shape.of(ROOMY, sleepers);
        ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < consumers; i++) {
                boolean timed = i % 2 == 1;
                team.start(
                        "consumer " + i,
                        () -> {
                            for (int round = 0; round < ROUNDS; round++) {
                                got.add(timed ? queue.poll(1, TimeUnit.DAYS) : queue.take());
                                all.await();
                            }
                        });
            }
            for (int round = 0; round < ROUNDS; round++) {
                sleepers.awaitAsleep(consumers);
                putting.put(queue, List.of(1, 2, 3).subList(0, consumers));
                all.await();
            }
            team.join();
        }
        assertThat(got).hasSize(ROUNDS * consumers);
    }

    @ParameterizedTest
    @MethodSource("takings")
    void roomWakesAsManyAsItIsFor(Shape shape, Taking taking, boolean virtual) throws Exception {
        ForGood sleepers = new ForGood();
        int producers = shape.producers(MANY);
        CyclicBarrier all = new CyclicBarrier(producers + 1);
        ClosableBlockingQueue<Integer> queue = shape.of(MANY, sleepers);
        queue.addAll(List.of(1, 2, 3));
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < producers; i++) {
                boolean timed = i % 2 == 1;
                team.start(
                        "producer " + i,
                        () -> {
                            for (int round = 0; round < ROUNDS; round++) {
                                if (timed) {
                                    assertThat(queue.offer(round, 1, TimeUnit.DAYS)).isTrue();
                                } else {
                                    queue.put(round);
                                }
                                all.await();
                            }
                        });
            }
            for (int round = 0; round < ROUNDS; round++) {
                sleepers.awaitAsleep(producers);
                taking.take(queue, producers);
                all.await();
            }
            team.join();
        }
        assertThat(queue).hasSize(MANY);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void aClosingWakesEverybody(Shape shape, boolean virtual) throws Exception {
        ForGood consumers = new ForGood();
        ForGood producers = new ForGood();
        ClosableBlockingQueue<Integer> empty = shape.of(MANY, consumers);
        ClosableBlockingQueue<Integer> full = shape.of(MANY, producers);
        full.addAll(List.of(1, 2, 3));
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < shape.consumers(MANY); i++) {
                team.start("consumer " + i, () -> assertClosed(empty::take));
            }
            for (int i = 0; i < shape.producers(MANY); i++) {
                team.start("producer " + i, () -> assertClosed(() -> full.put(4)));
            }
            consumers.awaitAsleep(shape.consumers(MANY));
            producers.awaitAsleep(shape.producers(MANY));
            empty.close();
            full.close();
            team.join();
        }
    }

    private static void assertClosed(Team.Job job) {
        assertThatThrownBy(job::run).isInstanceOf(QueueClosedException.class);
    }

    /** The wake-up that comes to who is interrupted is for another one. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void anInterruptedConsumerTakesNoWakeUpAway(Shape shape) throws Exception {
        for (int round = 0; round < 100; round++) {
            ForGood sleepers = new ForGood();
            ClosableBlockingQueue<Integer> queue = shape.of(MANY, sleepers);
            oneIsInterrupted(
                    sleepers, queue::take, () -> queue.put(1), round % 2 == 0, () -> queue.put(2));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MPSC", "MPMC", "GROWING_MPSC", "GROWING_MPMC"})
    void anInterruptedProducerTakesNoWakeUpAway(Shape shape) throws Exception {
        for (int round = 0; round < 100; round++) {
            ForGood sleepers = new ForGood();
            ClosableBlockingQueue<Integer> queue = shape.of(1, sleepers);
            queue.put(0);
            oneIsInterrupted(
                    sleepers, () -> queue.put(1), queue::take, round % 2 == 0, queue::take);
        }
    }

    /**
     * Two sleep, and the first one is interrupted while something comes that ends a wait.
     *
     * @param first whether the interrupt has a start
     * @param again one thing more, where the first has had what came
     */
    private static void oneIsInterrupted(
            ForGood sleepers, Team.Job wait, Team.Job end, boolean first, Team.Job again)
            throws Exception {
        try (Team team = new Team(false)) {
            boolean[] interrupted = new boolean[1];
            Thread hasty =
                    team.start(
                            "interrupted",
                            () -> {
                                try {
                                    wait.run();
                                } catch (InterruptedException e) {
                                    interrupted[0] = true;
                                }
                            });
            sleepers.awaitAsleep(1);
            team.start("patient", wait);
            sleepers.awaitAsleep(2);
            CountDownLatch ready = new CountDownLatch(1);
            Team.Job interrupt = hasty::interrupt;
            Thread other =
                    team.start(
                            "beside",
                            () -> {
                                ready.countDown();
                                (first ? end : interrupt).run();
                            });
            ready.await();
            run(first ? interrupt : end);
            other.join();
            hasty.join();
            if (!interrupted[0]) {
                run(again);
            }
            team.join();
        }
    }

    private static void run(Team.Job job) {
        try {
            job.run();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    // ---- queues of longs

    /** A way to put a one, a two and so on, without waiting. */
    private enum PuttingLongs {
        ONE_BY_ONE {
            @Override
            void put(LongQueue queue, long[] elements) {
                for (long each : elements) {
                    assertThat(queue.offer(each)).isTrue();
                }
            }
        },
        AT_ONCE {
            @Override
            void put(LongQueue queue, long[] elements) {
                assertThat(queue.offerMany(elements, 0, elements.length))
                        .isEqualTo(elements.length);
            }
        };

        abstract void put(LongQueue queue, long[] elements);
    }

    static Stream<Arguments> longs() {
        return Stream.of(Shape.values())
                .filter(shape -> !shape.isGrowing())
                .flatMap(shape ->
                        Stream.of(PuttingLongs.values()).map(way -> Arguments.of(shape, way)));
    }

    @ParameterizedTest
    @MethodSource("longs")
    void longsWakeAsManyAsTheyAreFor(Shape shape, PuttingLongs putting) throws Exception {
        ForGood sleepers = new ForGood();
        int consumers = shape.consumers(MANY);
        CyclicBarrier all = new CyclicBarrier(consumers + 1);
        LongQueue queue = shape.ofLongs(MANY, sleepers);
        long[] elements = {1, 2, 3};
        try (Team team = new Team(false)) {
            for (int i = 0; i < consumers; i++) {
                boolean timed = i % 2 == 1;
                team.start(
                        "consumer " + i,
                        () -> {
                            for (int round = 0; round < ROUNDS; round++) {
                                assertThat(timed ? queue.poll(-1, 1, TimeUnit.DAYS) : queue.take())
                                        .isPositive();
                                all.await();
                            }
                        });
            }
            for (int round = 0; round < ROUNDS; round++) {
                sleepers.awaitAsleep(consumers);
                putting.put(queue, Arrays.copyOf(elements, consumers));
                all.await();
            }
            team.join();
        }
    }

    static Stream<Arguments> longShapes() {
        return Stream.of(Shape.values())
                .filter(shape -> !shape.isGrowing())
                .flatMap(shape -> Stream.of(false, true).map(many -> Arguments.of(shape, many)));
    }

    @ParameterizedTest
    @MethodSource("longShapes")
    void roomForLongsWakesAsManyAsItIsFor(Shape shape, boolean atOnce) throws Exception {
        ForGood sleepers = new ForGood();
        int producers = shape.producers(MANY);
        CyclicBarrier all = new CyclicBarrier(producers + 1);
        LongQueue queue = shape.ofLongs(MANY, sleepers);
        assertThat(queue.offerMany(new long[] {1, 2, 3}, 0, MANY)).isEqualTo(MANY);
        Consumer<LongQueue> taking =
                atOnce
                        ? from -> assertThat(from.drain(_ -> {}, producers)).isEqualTo(producers)
                        : from -> {
                            for (int i = 0; i < producers; i++) {
                                assertThat(from.poll(-1)).isPositive();
                            }
                        };
        try (Team team = new Team(false)) {
            for (int i = 0; i < producers; i++) {
                team.start(
                        "producer " + i,
                        () -> {
                            for (int round = 0; round < ROUNDS; round++) {
                                queue.put(4);
                                all.await();
                            }
                        });
            }
            for (int round = 0; round < ROUNDS; round++) {
                sleepers.awaitAsleep(producers);
                taking.accept(queue);
                all.await();
            }
            team.join();
        }
    }
}
