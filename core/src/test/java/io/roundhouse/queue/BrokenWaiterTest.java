package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.roundhouse.waiting.BrokenWakeUps;
import io.roundhouse.waiting.ForGood;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiters of a user's that throw when they are woken: a queue is closed all the same. */
@Timeout(60)
class BrokenWaiterTest {
    private final ForGood sleepers = new ForGood();
    private final BrokenWakeUps waiters = new BrokenWakeUps(sleepers);
    private final AtomicInteger released = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void aQueueIsClosedThoughItsWakeUpsThrow(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> queue = shape.of(4, waiters);
        start(queue::take);
        sleepers.awaitAsleep(1);

        assertCloseThrows(queue);

        assertThat(queue.isClosed()).isTrue();
        assertThat(queue.offer(1)).isFalse();
        awaitReleased();
        queue.close();
    }

    @ParameterizedTest
    @EnumSource
    void aQueueOfLongsIsClosedThoughItsWakeUpsThrow(Shape shape) throws Exception {
        LongQueue queue = shape.ofLongs(4, waiters);
        start(queue::take);
        sleepers.awaitAsleep(1);

        assertCloseThrows(queue);

        assertThat(queue.isClosed()).isTrue();
        assertThat(queue.offer(1)).isFalse();
        awaitReleased();
        queue.close();
    }

    @Test
    void allConsumersAreReleasedThoughTheirWakeUpsThrow() throws Exception {
        ClosableBlockingQueue<Integer> queue = Shape.MPMC.of(4, waiters);
        for (int i = 0; i < 3; i++) {
            start(queue::take);
        }
        sleepers.awaitAsleep(3);

        assertCloseThrows(queue);

        awaitReleased();
    }

    @Test
    void allProducersAreReleasedThoughTheirWakeUpsThrow() throws Exception {
        ClosableBlockingQueue<Integer> queue = Shape.MPMC.of(4, waiters);
        while (queue.offer(1)) { // until it is full
            assertThat(queue.size()).isPositive();
        }
        for (int i = 0; i < 3; i++) {
            start(() -> queue.put(1));
        }
        sleepers.awaitAsleep(3);

        assertCloseThrows(queue);

        awaitReleased();
        assertThat(queue).hasSize(4);
    }

    private void assertCloseThrows(AutoCloseable queue) {
        waiters.breakDown();
        assertThatIllegalStateException().isThrownBy(queue::close).withMessage("wake");
    }

    private interface Waiting {
        void run() throws InterruptedException;
    }

    /** Somebody who waits until the queue is closed. */
    private void start(Waiting call) {
        threads.add(
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                call.run();
                            } catch (QueueClosedException e) {
                                released.incrementAndGet();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        }));
    }

    private void awaitReleased() throws InterruptedException {
        for (Thread each : threads) {
            each.join();
        }
        assertThat(released).hasValue(threads.size());
    }
}
