package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.Strategies;
import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who waits is parked, and goes on when there is something for it, when told to, or in time. */
@Timeout(60)
final class WaitingTest {
    static Stream<Arguments> shapesAndThreads() {
        return Stream.of(Shape.values())
                .flatMap(shape -> Stream.of(Arguments.of(shape, false), Arguments.of(shape, true)));
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void aParkedConsumerIsWokenByAnElement(Shape shape, boolean virtual) throws Exception {
        for (WaitStrategy strategy : Strategies.sleeping()) {
            ClosableBlockingQueue<String> queue = shape.of(1, strategy);
            List<String> got = new ArrayList<>();
            try (Team team = new Team(virtual)) {
                Thread consumer =
                        team.start(
                                "consumer",
                                () -> {
                                    got.add(queue.take());
                                    got.add(queue.poll(1, TimeUnit.DAYS));
                                });
                Until.isAsleep(consumer);
                assertThat(queue.offer("a")).isTrue();
                queue.put("b");
                team.join();
            }
            assertThat(got).containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void aParkedProducerIsWokenByRoom(Shape shape, boolean virtual) throws Exception {
        for (WaitStrategy strategy : Strategies.sleeping()) {
            ClosableBlockingQueue<String> queue = shape.of(1, strategy);
            queue.put("a");
            try (Team team = new Team(virtual)) {
                Thread producer =
                        team.start(
                                "producer",
                                () -> {
                                    queue.put("b");
                                    assertThat(queue.offer("c", 1, TimeUnit.DAYS)).isTrue();
                                });
                Until.isAsleep(producer);
                assertThat(queue.take()).isEqualTo("a");
                assertThat(queue.take()).isEqualTo("b");
                assertThat(queue.take()).isEqualTo("c");
                team.join();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void roomMadeInTheMiddleWakesAProducer(Shape shape, boolean virtual) throws Exception {
        ClosableBlockingQueue<Integer> queue = shape.of(4);
        queue.addAll(List.of(0, 1, 2, 3));
        try (Team team = new Team(virtual)) {
            Thread producer =
                    team.start(
                            "producer",
                            () -> {
                                queue.put(4);
                                queue.put(5);
                                queue.put(6);
                            });
            Until.isAsleep(producer);
            assertThat(queue.remove((Object) 2)).isTrue();
            assertThat(queue.removeIf(i -> i < 2)).isTrue();
            team.join();
        }
        assertThat(queue).containsExactly(3, 4, 5, 6);
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void anInterruptedWaitTakesNothingPutsNothingAndClearsTheFlag(Shape shape, boolean virtual)
            throws Exception {
        ClosableBlockingQueue<String> queue = shape.of(1);
        try (Team team = new Team(virtual)) {
            Thread consumer =
                    team.start(
                            "consumer", () -> assertInterrupted(queue::take, "a consumer waits"));
            Until.isAsleep(consumer);
            consumer.interrupt();
            team.join();
            assertThat(queue.offer("a")).isTrue();
            Thread producer =
                    team.start(
                            "producer",
                            () -> assertInterrupted(() -> queue.put("b"), "a producer waits"));
            Until.isAsleep(producer);
            producer.interrupt();
            team.join();
        }
        assertThat(queue).containsExactly("a");
    }

    private static void assertInterrupted(Team.Job job, String words) {
        assertThatThrownBy(job::run)
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining(words);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aWaitEndsInTime(Shape shape) throws Exception {
        ClosableBlockingQueue<String> queue = shape.of(1);
        assertThat(queue.poll(2, TimeUnit.MILLISECONDS)).isNull();
        assertThat(queue.poll(-1, TimeUnit.DAYS)).isNull();
        assertThat(queue.offer("a", 0, TimeUnit.DAYS)).isTrue();
        assertThat(queue.offer("b", 2, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(queue.offer("b", -1, TimeUnit.DAYS)).isFalse();
        assertThat(queue.poll(0, TimeUnit.DAYS)).isEqualTo("a");
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void aClosingReleasesEverybody(Shape shape, boolean virtual) throws Exception {
        ClosableBlockingQueue<String> empty = shape.of(1);
        ClosableBlockingQueue<String> full = shape.of(1);
        full.put("a");
        try (Team team = new Team(virtual)) {
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < shape.consumers(3); i++) {
                waiting.add(team.start("consumer " + i, () -> assertClosed(empty::take)));
            }
            for (int i = 0; i < shape.producers(3); i++) {
                waiting.add(team.start("producer " + i, () -> assertClosed(() -> full.put("b"))));
            }
            waiting.forEach(Until::isAsleep);
            empty.close();
            full.close();
            team.join();
        }
        assertThat(full).containsExactly("a");
    }

    private static void assertClosed(Team.Job job) {
        assertThatThrownBy(job::run).isInstanceOf(QueueClosedException.class);
    }

    /** One wake-up is passed on until everybody has what there is. */
    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void aBatchIsSharedByAllWhoWait(Shape shape, boolean virtual) throws Exception {
        int consumers = shape.consumers(5);
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
        try (Team team = new Team(virtual)) {
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < consumers; i++) {
                waiting.add(team.start("consumer " + i, () -> got.add(queue.take())));
            }
            waiting.forEach(Until::isAsleep);
            for (int i = 0; i < consumers; i++) {
                queue.put(i);
            }
            team.join();
        }
        assertThat(got).hasSize(consumers).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void roomForManyIsSharedByAllWhoWait(Shape shape, boolean virtual) throws Exception {
        int producers = shape.producers(5);
        ClosableBlockingQueue<Integer> queue = shape.of(8);
        queue.addAll(List.of(0, 1, 2, 3, 4, 5, 6, 7));
        try (Team team = new Team(virtual)) {
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                int element = 100 + i;
                waiting.add(team.start("producer " + i, () -> queue.put(element)));
            }
            waiting.forEach(Until::isAsleep);
            assertThat(queue.drain(_ -> {}, 8)).isEqualTo(8);
            team.join();
        }
        assertThat(queue).hasSize(producers);
    }

    /** Who sleeps for long again and again does so without naps: in a park that has no end. */
    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC", "GROWING_SPSC", "GROWING_MPSC"})
    void aConsumerThatIsMostlyIdleDoesNotNap(Shape shape) throws Exception {
        ClosableBlockingQueue<String> queue = shape.of(1, WaitStrategy.parking());
        try (Team team = new Team(false)) {
            Thread consumer =
                    team.start(
                            "consumer",
                            () -> {
                                while (!queue.take().equals("last")) {
                                    Thread.onSpinWait();
                                }
                            });
            do {
                Until.isAsleep(consumer);
                queue.put("one");
                Until.isTrue(() -> queue.isEmpty());
                Until.isAsleep(consumer);
            } while (consumer.getState() != Thread.State.WAITING);
            queue.put("last");
            team.join();
        }
    }

    /** A wake-up that is lost would end this: nobody else comes, and parks have no end. */
    @ParameterizedTest
    @MethodSource("shapesAndThreads")
    void whoSleepsAfterEachElementIsWokenForEach(Shape shape, boolean virtual) throws Exception {
        int rounds = 5_000;
        ClosableBlockingQueue<Integer> there = shape.of(2, WaitStrategy.parking());
        ClosableBlockingQueue<Integer> back = shape.of(2, WaitStrategy.parking());
        try (Team team = new Team(virtual)) {
            team.start(
                    "ping",
                    () -> {
                        for (int i = 0; i < rounds; i++) {
                            there.put(i);
                            assertThat(back.take()).isEqualTo(i);
                        }
                    });
            team.start(
                    "pong",
                    () -> {
                        for (int i = 0; i < rounds; i++) {
                            back.put(there.take());
                        }
                    });
            team.join();
        }
    }

    /** Whatever is put until the woken consumer looks costs one wake-up, not one an element. */
    @ParameterizedTest
    @EnumSource
    void aBatchForAParkedConsumerIsOneWakeUp(Shape shape) throws Exception {
        Sleepers sleepers = new Sleepers();
        ClosableBlockingQueue<Integer> queue = shape.of(64, sleepers);
        List<Integer> got = new ArrayList<>();
        try (Team team = new Team(false)) {
            team.start(
                    "consumer",
                    () -> {
                        for (int i = 0; i < 64; i++) {
                            got.add(queue.take());
                        }
                    });
            sleepers.awaitAsleep(1);
            for (int i = 0; i < 64; i++) {
                queue.put(i);
            }
            assertThat(sleepers.wakeUps()).isOne();
            sleepers.letGoOn();
            team.join();
        }
        assertThat(got).hasSize(64);
        assertThat(sleepers.wakeUps()).isOne();
        assertThat(sleepers.sleeps()).isOne();
    }

    /** Likewise for room, where many are parked: one of them is woken, and the others by it. */
    @ParameterizedTest
    @EnumSource
    void roomForParkedProducersIsOneWakeUpAtATime(Shape shape) throws Exception {
        int producers = shape.producers(3);
        Sleepers sleepers = new Sleepers();
        ClosableBlockingQueue<Integer> queue = shape.of(64, sleepers);
        for (int i = 0; i < 64; i++) {
            queue.put(i);
        }
        try (Team team = new Team(false)) {
            for (int i = 0; i < producers; i++) {
                team.start("producer " + i, () -> queue.put(64));
            }
            sleepers.awaitAsleep(producers);
            assertThat(queue.drain(_ -> {}, 64)).isEqualTo(64);
            assertThat(sleepers.wakeUps()).isOne();
            sleepers.letGoOn();
            team.join();
        }
        assertThat(sleepers.wakeUps()).isEqualTo(producers);
        assertThat(queue).hasSize(producers);
    }

    /** A batch for many who are parked wakes them one after the other, not one an element. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void aBatchForManyParkedConsumersIsOneWakeUpAtATime(Shape shape) throws Exception {
        Sleepers sleepers = new Sleepers();
        ClosableBlockingQueue<Integer> queue = shape.of(64, sleepers);
        try (Team team = new Team(false)) {
            for (int i = 0; i < 3; i++) {
                team.start("consumer " + i, queue::take);
            }
            sleepers.awaitAsleep(3);
            for (int i = 0; i < 64; i++) {
                queue.put(i);
            }
            assertThat(sleepers.wakeUps()).isOne();
            sleepers.letGoOn();
            team.join();
        }
        assertThat(sleepers.wakeUps()).isEqualTo(3);
        assertThat(queue).hasSize(61);
    }

    /** Whoever was woken and does not want anything any more leaves it to the others. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void nothingIsLostWithAnInterruptedConsumer(Shape shape) throws Exception {
        for (int round = 0; round < 100; round++) {
            ClosableBlockingQueue<Integer> queue = shape.of(8, WaitStrategy.parking());
            ConcurrentLinkedQueue<Integer> got = new ConcurrentLinkedQueue<>();
            try (Team team = new Team(false)) {
                Thread first =
                        team.start(
                                "interrupted",
                                () -> {
                                    try {
                                        got.add(queue.take());
                                    } catch (InterruptedException e) {
                                        got.add(-1);
                                    }
                                });
                Until.isAsleep(first);
                Thread second = team.start("patient", () -> got.add(queue.take()));
                Until.isAsleep(second);
                CountDownLatch go = new CountDownLatch(1);
                team.start(
                        "interrupter",
                        () -> {
                            go.await();
                            first.interrupt();
                        });
                go.countDown();
                queue.put(1);
                first.join();
                if (!got.contains(1) || !got.contains(-1)) {
                    queue.put(2); // the first has taken the 1, and the second needs one of its own
                }
                team.join();
            }
            assertThat(got).contains(1);
        }
    }

    /** Whoever was woken when its time was over leaves what there is to the others. */
    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC", "GROWING_SPMC", "GROWING_MPMC"})
    void nothingIsLostWithAConsumerWhoseTimeIsOver(Shape shape) throws Exception {
        TooLate strategy = new TooLate();
        ClosableBlockingQueue<Integer> queue = shape.of(2, strategy);
        strategy.play(() -> assertThat(pollBriefly(queue)).isNull(), () -> queue.add(1));

        assertThat(queue.take()).isEqualTo(1);
        assertThat(strategy.passedOn()).isOne();
    }

    @ParameterizedTest
    @EnumSource(names = {"MPSC", "MPMC", "GROWING_MPSC", "GROWING_MPMC"})
    void noRoomIsLostWithAProducerWhoseTimeIsOver(Shape shape) throws Exception {
        TooLate strategy = new TooLate();
        ClosableBlockingQueue<Integer> queue = shape.of(1, strategy);
        queue.add(1);
        strategy.play(
                () -> assertThat(offerBriefly(queue, 2)).isFalse(),
                () -> assertThat(queue.poll()).isEqualTo(1));

        queue.put(3);
        assertThat(strategy.passedOn()).isOne();
        assertThat(queue).containsExactly(3);
    }

    @Test
    void noLongIsLostWithAConsumerWhoseTimeIsOver() throws Exception {
        TooLate strategy = new TooLate();
        LongQueue queue =
                Queues.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS)
                        .bounded(2)
                        .waiting(strategy)
                        .buildLongs();
        strategy.play(
                () -> assertThat(pollBriefly(queue)).isEqualTo(-1),
                () -> assertThat(queue.offer(1)).isTrue());

        assertThat(queue.take()).isEqualTo(1);
        assertThat(strategy.passedOn()).isOne();
    }

    private static @Nullable Integer pollBriefly(ClosableBlockingQueue<Integer> queue) {
        try {
            return queue.poll(1, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long pollBriefly(LongQueue queue) {
        try {
            return queue.poll(-1, 1, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean offerBriefly(ClosableBlockingQueue<Integer> queue, int element) {
        try {
            return queue.offer(element, 1, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void oneProducerOfOneIsCaughtWithBothNames() throws Exception {
        ClosableBlockingQueue<String> queue = Shape.SPMC.of(1);
        queue.put("a");
        LongQueue longs = Shape.SPMC.ofLongs(1);
        longs.put(1);
        try (Team team = new Team(false)) {
            Until.isAsleep(team.start("waiting", () -> queue.put("b")));
            Until.isAsleep(team.start("waiting too", () -> longs.put(2)));
            Thread.currentThread().setName("another");
            assertThatThrownBy(() -> queue.offer("c"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage(
                            "the queue has one producer, but thread \"another\" came while thread"
                                    + " \"waiting\" was in a call; let one at a time, or say"
                                    + " MANY_PRODUCERS");
            assertThatThrownBy(() -> longs.offer(3))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("\"waiting too\"");
            assertThat(queue.take()).isEqualTo("a");
            assertThat(longs.take()).isEqualTo(1);
            team.join();
        }
        assertThat(queue.offer("c")).isFalse(); // one behind the other is no misuse
        assertThat(queue).containsExactly("b");
    }

    @Test
    void oneConsumerOfOneIsCaughtWithBothNames() throws Exception {
        ClosableBlockingQueue<String> queue = Shape.MPSC.of(1);
        try (Team team = new Team(false)) {
            Until.isAsleep(team.start("waiting", queue::take));
            Thread.currentThread().setName("another");
            assertThatThrownBy(queue::poll)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("one consumer, but thread \"another\"")
                    .hasMessageContaining("\"waiting\"")
                    .hasMessageContaining("MANY_CONSUMERS");
            assertThatThrownBy(() -> queue.remove("x")).isInstanceOf(AssertionError.class);
            assertThat(queue.contains("x")).isFalse();
            queue.put("a");
            team.join();
        }
    }
}
