package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** There is room in a mailbox again, and those who waited for that go on. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class ReliefTest {
    private static final int BOUND = 2;

    private final Queue<Runnable> later = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sent = new AtomicInteger();

    private void runOne() {
        Runnable first = later.poll();
        if (first != null) {
            first.run();
        }
    }

    /**
     * When room was seen for the last time the mailbox was full at most, with the call that was put
     * there. Since then each of the two has sent beyond the bound only: one call's worth at most,
     * and then it rested; and nobody goes on unless room was seen behind that.
     */
    @Test
    void whoRestsAgainIsNotRunAgainBeforeThereIsRoom() {
        try (var house = Roundhouse.open()) {
            AtomicLong most = new AtomicLong();
            AtomicReference<LongConsumer> itself = new AtomicReference<>();
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    _ ->
                                            most.accumulateAndGet(
                                                    Inspect.underWay(itself.get()), Math::max),
                            with -> with.bounded(BOUND).on(later::add));
            itself.set(slow);
            LongConsumer[] senders = new LongConsumer[2];
            for (int i = 0; i < senders.length; i++) {
                senders[i] = sender(house, slow, Runnable::run);
            }
            for (int n = 0; n < 100; n++) {
                for (LongConsumer each : senders) {
                    each.accept(n);
                }
            }
            Until.isTrue(() -> {
                runOne();
                return sent.get() == 200 * (BOUND + 1) && later.isEmpty();
            });
            assertThat(most.get())
                    .as("beyond the bound, by two who may send one call's worth each")
                    .isLessThanOrEqualTo(BOUND + 2 * (BOUND + 1));
        }
    }

    /**
     * One that had rested goes on, and its executor keeps the thread that found the room. Meanwhile
     * the watch has the other one go on, which fills that room and rests again: it is not to go on
     * once more because there was room before.
     */
    @Test
    void whoFillsTheRoomThatWasSeenDoesNotGoOnForIt() {
        Gate call = new Gate();
        Gate executor = new Gate();
        AtomicBoolean armed = new AtomicBoolean();
        AtomicLong most = new AtomicLong();
        AtomicReference<LongConsumer> itself = new AtomicReference<>();
        Queue<Runnable> others = new ConcurrentLinkedQueue<>();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            AtomicInteger handled = new AtomicInteger();
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n == 0) {
                                            call.pass();
                                        }
                                        handled.incrementAndGet();
                                    },
                            with -> with.bounded(BOUND));
            itself.set(slow);
            LongConsumer held =
                    sender(
                            house,
                            slow,
                            task -> {
                                if (armed.get()) {
                                    executor.pass();
                                }
                                later.add(task);
                            });
            LongConsumer other =
                    sender(
                            house,
                            slow,
                            task -> {
                                if (armed.get()) {
                                    most.accumulateAndGet(
                                            Inspect.underWay(itself.get()), Math::max);
                                }
                                others.add(task);
                            });
            slow.accept(0);
            call.awaitReached();
            held.accept(1);
            runOne();
            other.accept(1);
            Objects.requireNonNull(others.poll()).run();
            assertThat(Inspect.isResting(held) && Inspect.isResting(other)).isTrue();
            other.accept(2);
            armed.set(true);
            call.open();
            executor.awaitReached();
            Until.isTrue(() -> !others.isEmpty());
            Objects.requireNonNull(others.poll()).run();
            assertThat(Inspect.isResting(other)).isTrue();
            executor.open();
            Until.isTrue(() -> handled.get() == 1 + 3 * (BOUND + 1) && !others.isEmpty());
            assertThat(most.get()).as("calls there as it goes on").isLessThan(BOUND);
            runOne();
            others.remove().run();
        }
    }

    /** Sends one more than there is room for, for each call. */
    private LongConsumer sender(Roundhouse house, LongConsumer to, Executor on) {
        return house.actor(
                LongConsumer.class,
                () ->
                        n -> {
                            for (int k = 0; k < BOUND + 1; k++) {
                                to.accept(n);
                                sent.incrementAndGet();
                            }
                        },
                with -> with.on(on));
    }

    /** Who goes on holds nothing that another thread needs to wait for room. */
    @Test
    void otherThreadsWaitForRoomMeanwhile() {
        try (var house = Roundhouse.open()) {
            AtomicReference<Thread> other = new AtomicReference<>();
            AtomicBoolean second = new AtomicBoolean();
            AtomicInteger handled = new AtomicInteger();
            CountDownLatch waits = new CountDownLatch(1);
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n == 2) {
                                            await(waits);
                                        }
                                        handled.incrementAndGet();
                                    },
                            with -> with.bounded(BOUND).on(later::add));
            LongConsumer sender =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (int k = 0; k < BOUND + 1; k++) {
                                            slow.accept(n);
                                        }
                                        if (second.getAndSet(true)) {
                                            other.set(
                                                    Thread.ofPlatform()
                                                            .start(() -> slow.accept(n)));
                                            Threads.awaitWaiting(other.get());
                                            waits.countDown();
                                        }
                                    },
                            with -> with.on(Runnable::run));
            sender.accept(1);
            sender.accept(2);
            Until.isTrue(() -> {
                runOne();
                return handled.get() == 2 * (BOUND + 1) + 1;
            });
            Threads.join(other.get());
        }
    }

    interface Source {
        CompletableFuture<Long> next();
    }

    /** Not whoever comes next on the same thread. */
    @Test
    void whoSendsTooMuchBehindAnAnswerRestsItself() {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        CompletableFuture<Long> answer = new CompletableFuture<>();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            Runnable full =
                    house.actor(
                            Runnable.class,
                            () -> () -> await(go),
                            with -> with.bounded(1).pinned());
            Source source = house.actor(Source.class, () -> () -> answer);
            Runnable asks =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        source.next()
                                                .thenAccept(_ -> {
                                                    for (int i = 0; i < 4; i++) {
                                                        full.run();
                                                    }
                                                });
                                        asked.countDown();
                                    });
            asks.run();
            await(asked);
            answer.complete(1L);
            Until.isTrue(() -> Inspect.isResting(asks));
            house.actor(Runnable.class, () -> other::countDown).run();
            await(other);
            go.countDown();
        }
    }
}
