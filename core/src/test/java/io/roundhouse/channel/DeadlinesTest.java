package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one thread that waits for all limits of time. */
@Timeout(60)
final class DeadlinesTest {
    private static final long SOON = 2_000_000;
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);

    @AfterEach
    void theThreadHasEnded() throws InterruptedException {
        threads.element().join();
    }

    private TimeLimit last(long nanos) {
        return new TimeLimit(
                nanos,
                () -> {
                    threads.add(Thread.currentThread());
                    over.countDown();
                });
    }

    @Test
    void theThreadEndsWhenNoLimitIsLeftAndAnotherBegins() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        deadlines.add(last(SOON));
        over.await();
        threads.remove().join();
        CountDownLatch again = new CountDownLatch(1);
        deadlines.add(
                new TimeLimit(
                        0,
                        () -> {
                            threads.add(Thread.currentThread());
                            again.countDown();
                        }));
        again.await();
    }

    @Test
    void theThreadEndsThoughItSleptForALongTime() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        TimeLimit far = last(HOUR);
        deadlines.add(last(0));
        deadlines.add(far);
        over.await();
        Thread sleeps = threads.element();
        Until.isTrue(() -> !sleeps.isAlive() || Until.sleeps(sleeps));
        assertThat(sleeps.isAlive()).isTrue();
        assertThat(deadlines.remove(far)).isTrue();
        sleeps.join();
        assertThat(deadlines.remove(far)).isFalse();
    }

    @Test
    void anEarlierLimitIsNotHeldUpByALaterOne() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        CountDownLatch begun = new CountDownLatch(1);
        TimeLimit later = new TimeLimit(HOUR, () -> {});
        deadlines.add(later);
        deadlines.add(
                new TimeLimit(
                        0,
                        () -> {
                            threads.add(Thread.currentThread());
                            begun.countDown();
                        }));
        begun.await();
        Until.isAsleep(threads.element());
        deadlines.add(last(SOON));
        over.await();
        assertThat(threads).hasSize(2).containsOnly(threads.element());
        assertThat(deadlines.waiting()).isEqualTo(1);
        assertThat(deadlines.remove(later)).isTrue();
    }

    @Test
    void limitsAreOverInTheirOrderAndNotWhereTheyAreTakenAway() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        Queue<String> order = new ConcurrentLinkedQueue<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        deadlines.add(
                new TimeLimit(
                        0,
                        () -> {
                            begun.countDown();
                            Until.isTrue(() -> held.getCount() == 0);
                        }));
        begun.await();
        TimeLimit first = new TimeLimit(0, () -> order.add("first"));
        TimeLimit second = new TimeLimit(1, () -> order.add("second")); // made later, too
        TimeLimit taken = new TimeLimit(0, () -> order.add("taken away"));
        deadlines.add(last(SOON));
        deadlines.add(taken);
        deadlines.add(second);
        deadlines.add(first);
        assertThat(deadlines.remove(taken)).isTrue();
        held.countDown();
        over.await();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void oneThatThrowsDoesNotEndTheOthers() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        for (Throwable each : List.of(new IllegalStateException("planted"), new Error("planted"))) {
            deadlines.add(new TimeLimit(0, () -> sneak(each)));
        }
        deadlines.add(last(SOON));
        over.await();
    }

    /** The others do not wait for that. */
    @Test
    void oneThatFindsNoMemoryIsTriedAgainUntilItDoes() throws Exception {
        Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            deadlines.add(
                    new TimeLimit(
                            0,
                            () -> {
                                if (tries.incrementAndGet() <= 3 || over.getCount() > 0) {
                                    throw new OutOfMemoryError("planted");
                                }
                                done.countDown();
                            }));
        }
        deadlines.add(last(SOON));
        over.await();
        done.await();
    }

    @Test
    void aLogThatThrowsWhatItIsGivenDoesNotEndTheThread() throws Exception {
        Logger logger = Logger.getLogger("io.roundhouse.channel");
        Handler throwing =
                new Handler() {
                    @Override
                    public void publish(LogRecord told) {
                        sneak(told.getThrown());
                    }

                    @Override
                    public void flush() {}

                    @Override
                    public void close() {}
                };
        logger.addHandler(throwing);
        try {
            Deadlines deadlines = new Deadlines(Duration.ofNanos(1));
            IllegalStateException problem = new IllegalStateException("planted");
            deadlines.add(new TimeLimit(0, () -> sneak(problem)));
            deadlines.add(last(SOON));
            over.await();
        } finally {
            logger.removeHandler(throwing);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable problem) throws E {
        throw (E) problem;
    }
}
