package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever waits for room goes on when there is much of it, and where calls are long, sooner. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class MuchRoomTest {
    private static final int BOUND = 8;
    private static final int MORE = BOUND + 4;
    private static final int LANE = 1024;
    private static final int CALLS_UNTIL_LANE = 64;

    @Test
    void anActorRestsUntilHalfOfTheMailboxIsRoom() {
        List<Boolean> rested = new ArrayList<>();
        LongConsumer[] sender = new LongConsumer[1];
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer target =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> rested.add(Inspect.isResting(sender[0])),
                            with -> with.bounded(BOUND));
            sender[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (int i = 0; n < 0 && i < MORE; i++) {
                                            sender[0].accept(i);
                                        }
                                        if (n >= 0) {
                                            target.accept(n);
                                        }
                                    });
            sender[0].accept(-1);
        }
        assertThat(rested).hasSize(MORE);
        int first = rested.indexOf(true);
        assertThat(first).as("the first call that found it resting").isNotNegative();
        assertThat(rested.subList(first, first + BOUND / 2))
                .as("while more than half of its bound was in the mailbox")
                .containsOnly(true);
        assertThat(rested.subList(first, rested.size())).as("it went on").contains(false);
    }

    /** Whoever rests goes on, room or not, as the other one waits for it: no cycle is closed. */
    @ParameterizedTest
    @CsvSource({"1, 32", "2, 32", "4, 32", "1, 256", "2, 256", "4, 256"})
    void anActorMayAskWhoRestsUntilItHasRoom(int workers, int bound) {
        int calls = 50_000;
        AtomicInteger told = new AtomicInteger();
        long[] handled = new long[1];
        try (var house = Roundhouse.open(with -> with.workers(workers))) {
            Source[] source = new Source[1];
            LongConsumer[] target = new LongConsumer[1];
            target[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    _ -> {
                                        handled[0]++;
                                        if (!Inspect.isResting(source[0])) {
                                            return;
                                        }
                                        try {
                                            source[0].ask();
                                        } catch (AskCycleException e) {
                                            told.incrementAndGet();
                                        }
                                    },
                            with -> with.bounded(bound));
            source[0] = house.actor(Source.class, () -> new Sending(target[0]));
            for (int n = 0; n < calls; n++) {
                source[0].send(n);
            }
        }
        assertThat(told).as("told of a cycle").hasValue(0);
        assertThat(handled[0]).isEqualTo(calls);
    }

    /** There is no room, and there will be none before the one who rests has answered. */
    @Test
    void anActorMayAskWhoRestsThoughThereIsNoRoom() {
        AtomicInteger answers = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        Gate gate = new Gate();
        try (var house = Roundhouse.open(with -> with.workers(2))) {
            Source[] source = new Source[1];
            LongConsumer target =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n > 0) {
                                            return;
                                        }
                                        gate.pass();
                                        try {
                                            answers.addAndGet((int) source[0].ask());
                                        } catch (AskCycleException e) {
                                            told.incrementAndGet();
                                        }
                                    },
                            with -> with.bounded(BOUND));
            source[0] =
                    house.actor(
                            Source.class,
                            () ->
                                    new Sending(target) {
                                        @Override
                                        public void send(long number) {
                                            for (int i = 0; i < 2 * BOUND; i++) {
                                                target.accept(i);
                                            }
                                        }
                                    });
            source[0].send(0);
            gate.awaitReached();
            Until.isTrue(() -> Inspect.isResting(source[0]));
            gate.open();
            house.awaitQuiescence();
        }
        assertThat(told).hasValue(0);
        assertThat(answers).hasValue(1);
    }

    interface Source {
        void send(long number);

        long ask();
    }

    private static class Sending implements Source {
        private final LongConsumer target;

        Sending(LongConsumer target) {
            this.target = target;
        }

        @Override
        public void send(long number) {
            target.accept(number);
        }

        @Override
        public long ask() {
            return 1;
        }
    }

    /**
     * The same where the house is not told who waits for whom: a call that takes long is enough.
     */
    @Test
    void anActorMayHangUntilOneGoesOnThatRestsUntilItHasRoom() {
        CountDownLatch wentOn = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer[] sender = new LongConsumer[1];
            LongConsumer[] target = new LongConsumer[1];
            target[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    _ -> {
                                        boolean isRoom = Inspect.underWay(target[0]) < BOUND;
                                        if (isRoom && Inspect.isResting(sender[0])) {
                                            hangs.set(true);
                                            Threads.await(wentOn);
                                        }
                                    },
                            with -> with.bounded(BOUND));
            sender[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (int i = 0; n < 0 && i < MORE; i++) {
                                            sender[0].accept(i);
                                        }
                                        if (hangs.get()) {
                                            wentOn.countDown();
                                        } else if (n >= 0) {
                                            target[0].accept(n);
                                        }
                                    });
            sender[0].accept(-1);
        }
    }

    @Test
    void aThreadGoesOnWithLittleRoomWhereCallsTakeLong() {
        int little = 10;
        Semaphore permits = new Semaphore(0);
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> permits.acquireUninterruptibly(),
                            with -> with.bounded(LANE));
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int n = 0; n < CALLS_UNTIL_LANE + LANE + little; n++) {
                                    slow.accept(n);
                                }
                            });
            Threads.awaitWaiting(sender);
            permits.release(CALLS_UNTIL_LANE + little);
            Threads.join(sender);
            permits.release(LANE);
        }
    }
}
