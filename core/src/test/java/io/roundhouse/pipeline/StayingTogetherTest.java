package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.ForGood;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two workers that share a stage and stay at its bells, with real threads and without naps: one
 * goes to sleep while the other one publishes. Each event needs the other one of its pair beside
 * it, so that a worker that sleeps beside an event is missed at once.
 */
@Timeout(60)
final class StayingTogetherTest {
    private static final int PAIRS = 50_000;

    /** By then each of the workers has published. */
    private static final int WARM = 100;

    /** Many lanes: who takes what is new for all takes long, and the other one looks meanwhile. */
    private static final int OTHER_PUBLISHERS = 60;

    private static final int OF_OTHERS = -1;

    /** Hints to the processor, at most: who of the two comes first differs from pair to pair. */
    private static final int HEAD_STARTS = 32;

    private final ForGood sleepers = new ForGood();
    private final AtomicInteger come = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<@Nullable Pipeline<Trade>> started = new AtomicReference<>();
    private final Semaphore ofOthers = new Semaphore(0);
    private final CountDownLatch warm = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean isOver;

    @Test
    void noWorkerSleepsBesideAnEventThatIsPublishedAsItGoesToSleep() throws InterruptedException {
        try (Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .waiting(sleepers)
                        .publishers(OTHER_PUBLISHERS + 3)
                        .stage("both", this::handle, with -> with.workers(2).batch(1))
                        .start()) {
            started.set(line);
            try {
                publishPair(0);
                warm.await(); // both have lanes, to which others are added
                for (int i = 0; i < OTHER_PUBLISHERS; i++) {
                    makeLane(line);
                }
                end.await();
            } finally {
                isOver = true;
                over.countDown();
            }
        }
        assertThat(come).hasValue(2 * PAIRS);
    }

    /** Waits for the other of the pair; who comes last publishes the next one. */
    private void handle(Trade trade) {
        if (trade.number == OF_OTHERS) {
            ofOthers.release();
            return;
        }
        int pair = (int) trade.number;
        int both = 2 * (pair + 1);
        if (come.incrementAndGet() < both) {
            awaitUnlessOver(() -> come.get() >= both);
            headStart(pair / (4 * HEAD_STARTS));
        } else if (pair + 1 == PAIRS) {
            end.countDown();
        } else {
            if (pair == WARM) {
                warm.countDown();
            }
            if (pair % 4 != 0) {
                awaitUnlessOver(() -> sleepers.areAsleep(1));
            } else {
                headStart(pair / 4);
            }
            publishPair(pair + 1);
        }
    }

    private void publishPair(int pair) {
        Pipeline<Trade> line = Objects.requireNonNull(started.get());
        line.publish(trade -> trade.number = pair);
        line.publish(trade -> trade.number = pair);
    }

    /**
     * Has one more thread publish, which lives on; comes back when that is handled. The order of a
     * line has as many runs as its capacity: with more of them behind the first of a pair, which
     * waits for the second, that one would never get its place.
     */
    private void makeLane(Pipeline<Trade> line) throws InterruptedException {
        Thread.ofVirtual()
                .start(() -> {
                    line.publish(trade -> trade.number = OF_OTHERS);
                    try {
                        over.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
        ofOthers.acquire();
    }

    private void awaitUnlessOver(BooleanSupplier condition) {
        Until.isTrue(() -> isOver || condition.getAsBoolean());
    }

    private static void headStart(int number) {
        for (int i = number % HEAD_STARTS; i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
