package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A mailbox that had to grow keeps its bound afterwards. */
@Timeout(60)
final class BoundTest {
    private static final int BOUND = 4;
    private static final int WAIT = -1;

    @Test
    void aMailboxThatHasGrownStillMakesThreadsWait() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger sent = new AtomicInteger();
        try (var house = Roundhouse.open()) {
            LongConsumer bounded =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n == WAIT) {
                                            await(go);
                                        }
                                    },
                            with -> with.bounded(BOUND));
            LongConsumer hasty =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (long i = 0; i < n; i++) {
                                            bounded.accept(i);
                                        }
                                    });
            hasty.accept(10_000);
            house.awaitQuiescence();
            bounded.accept(WAIT);
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < 10_000; i++) {
                                    bounded.accept(i);
                                    sent.getAndIncrement();
                                }
                            });
            Threads.awaitWaiting(sender);
            assertThat(sent).hasValueLessThanOrEqualTo(BOUND);
            go.countDown();
            sender.join();
        }
        assertThat(sent).hasValue(10_000);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
