package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
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
                senders[i] =
                        house.actor(
                                LongConsumer.class,
                                () ->
                                        n -> {
                                            for (int k = 0; k < BOUND + 1; k++) {
                                                slow.accept(n);
                                                sent.incrementAndGet();
                                            }
                                        },
                                with -> with.on(Runnable::run));
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
