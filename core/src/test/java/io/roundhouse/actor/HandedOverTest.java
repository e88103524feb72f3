package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that an actor sends to one that is idle, many in one turn. */
@Timeout(60)
class HandedOverTest {
    private final List<Integer> got = Collections.synchronizedList(new ArrayList<>());

    @ParameterizedTest
    @ValueSource(ints = {1, 200, 4_096})
    void manyCallsArriveInOrder(int bound) {
        try (Roundhouse house = Roundhouse.open(with -> with.workers(1))) {
            IntConsumer last = house.actor(IntConsumer.class, () -> got::add);
            IntConsumer receiver =
                    house.actor(
                            IntConsumer.class,
                            () ->
                                    call -> {
                                        last.accept(2 * call);
                                        last.accept(2 * call + 1);
                                    },
                            with -> with.bounded(bound));
            IntConsumer sender =
                    house.actor(
                            IntConsumer.class,
                            () -> count -> IntStream.range(0, count).forEach(receiver::accept));
            sender.accept(100);
            sender.accept(3);
        }
        assertThat(got.subList(0, 200)).containsExactlyElementsOf(upTo(200));
        assertThat(got.subList(200, 206)).containsExactlyElementsOf(upTo(6));
    }

    /** While one worker runs all alone, which does not look for mail that it has brought itself. */
    @Test
    void whatAHandlerOfDeadLettersSendsToWhoIsRunIsHandled() throws InterruptedException {
        AtomicReference<Runnable> atDeadLetter = new AtomicReference<>(() -> {});
        try (Roundhouse house =
                Roundhouse.open(
                        with -> with.workers(1).onDeadLetter(_ -> atDeadLetter.get().run()))) {
            AtomicReference<Thread> itsThread = new AtomicReference<>();
            Runnable gone =
                    house.actor(
                            Runnable.class,
                            () -> () -> itsThread.set(Thread.currentThread()),
                            with -> with.pinned());
            gone.run();
            house.awaitQuiescence();
            house.stop(gone);
            itsThread.get().join();
            IntUnaryOperator asked = house.actor(IntUnaryOperator.class, () -> n -> n + 1);
            List<IntConsumer> players = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int other = 1 - i;
                players.add(
                        house.actor(
                                IntConsumer.class,
                                () ->
                                        left -> {
                                            if (left > 0) {
                                                players.get(other).accept(left - 1);
                                            } else if (left == 0) {
                                                gone.run();
                                            } else {
                                                got.add(left);
                                            }
                                        }));
            }
            atDeadLetter.set(() -> {
                players.getFirst().accept(-1);
                got.add(asked.applyAsInt(1));
            });
            players.getFirst().accept(1_000); // so that the first one is the last one, too
            house.awaitQuiescence();
            assertThat(got).containsExactly(2, -1);
        }
    }

    @Test
    void aCallThatFailsIsNotTheLastOne() {
        try (Roundhouse house =
                Roundhouse.open(with -> with.workers(1).onFailure((_, _) -> got.add(-1)))) {
            IntConsumer receiver =
                    house.actor(
                            IntConsumer.class,
                            () ->
                                    call -> {
                                        if (call == 1) {
                                            throw new IllegalStateException("on purpose");
                                        }
                                        got.add(call);
                                    });
            house.actor(
                            IntConsumer.class,
                            () -> count -> IntStream.range(0, count).forEach(receiver::accept))
                    .accept(4);
        }
        assertThat(got).containsExactly(0, -1, 2, 3);
    }

    /** Each of them is taken by the other worker, whatever was taken before. */
    @Test
    void whoWaitsForWhatItHasHandedOverIsHelped() {
        List<CountDownLatch> arrived =
                IntStream.range(0, 6).mapToObj(_ -> new CountDownLatch(1)).toList();
        try (Roundhouse house = Roundhouse.open(with -> with.workers(2))) {
            IntConsumer receiver =
                    house.actor(
                            IntConsumer.class,
                            () ->
                                    call -> {
                                        got.add(call);
                                        arrived.get(call).countDown();
                                    });
            house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        for (int i = 0; i < 6; i += 2) {
                                            receiver.accept(i);
                                            receiver.accept(i + 1);
                                            Threads.await(arrived.get(i + 1));
                                        }
                                    })
                    .run();
            Threads.await(arrived.get(5));
        }
        assertThat(got).containsExactlyElementsOf(upTo(6));
    }

    /** Though the other worker always has something to run itself. */
    @Test
    void whoWaitsForWhatItHasHandedOverIsHelpedByWhoIsBusy() {
        CountDownLatch arrived = new CountDownLatch(1);
        AtomicReference<Runnable> back = new AtomicReference<>();
        try (Roundhouse house = Roundhouse.open(with -> with.workers(2))) {
            Runnable receiver = house.actor(Runnable.class, () -> arrived::countDown);
            Runnable there =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        if (arrived.getCount() > 0) {
                                            back.get().run();
                                        }
                                    });
            back.set(house.actor(Runnable.class, () -> there::run));
            there.run();
            house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        receiver.run();
                                        Threads.await(arrived);
                                    })
                    .run();
            Threads.await(arrived);
        }
        assertThat(arrived.getCount()).isZero();
    }

    /**
     * An actor that was run on the spot is let go before the turn ends of who has asked it: what it
     * has sent is where nothing that it sends later can overtake it.
     */
    @Test
    void whatAnActorSendsThatIsRunOnTheSpotIsNotOvertaken() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch askedAgain = new CountDownLatch(1);
        try (Roundhouse house = Roundhouse.open(with -> with.workers(1))) {
            IntConsumer receiver = house.actor(IntConsumer.class, () -> got::add);
            IntUnaryOperator visited =
                    house.actor(
                            IntUnaryOperator.class,
                            () ->
                                    call -> {
                                        receiver.accept(call);
                                        return call;
                                    });
            house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        visited.applyAsInt(1);
                                        asked.countDown();
                                        Threads.await(askedAgain);
                                    })
                    .run();
            Threads.await(asked);
            visited.applyAsInt(2);
            askedAgain.countDown();
        }
        assertThat(got).containsExactly(1, 2);
    }

    private static List<Integer> upTo(int end) {
        return IntStream.range(0, end).boxed().toList();
    }
}
