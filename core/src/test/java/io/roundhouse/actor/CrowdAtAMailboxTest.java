package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many threads wait for room in one mailbox: they cost what they send, not the square of it. */
@Timeout(60)
final class CrowdAtAMailboxTest {
    interface Count {
        void add();

        int get();
    }

    /** Each call ends when all threads that have something to send sleep. */
    @Test
    void forOnePlaceNotAllAreWoken() {
        int count = 300;
        List<Thread> threads = new ArrayList<>();
        LongAdder parks = new LongAdder();
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            Runnable actor =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        int before = handled.getAndIncrement();
                                        Until.isTrue(
                                                () -> sent.get() > Math.min(before, count - 1));
                                        threads.forEach(CrowdAtAMailboxTest::isAsleepOrDone);
                                    },
                            with -> with.bounded(1).pinned());
            for (int i = 0; i < count; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .unstarted(() -> {
                                    actor.run();
                                    parks.add(Caller.current().waiter().parks());
                                    sent.getAndIncrement();
                                }));
            }
            threads.forEach(Thread::start);
            threads.forEach(Threads::join);
        }
        assertThat(handled).hasValue(count);
        assertThat(parks.sum())
                .as("a wake-up and some naps each")
                .isLessThan(count * (long) count / 6);
    }

    private static void isAsleepOrDone(Thread thread) {
        Until.isTrue(() ->
                thread.getState() == Thread.State.TERMINATED
                        || (Until.sleeps(thread)
                                && LockSupport.getBlocker(thread) instanceof Wait));
    }

    @ParameterizedTest
    @CsvSource({"1, 3000", "4096, 20000"})
    void aCrowdOfVirtualThreadsAllGetTheirPlaces(int bound, int count) throws InterruptedException {
        try (var house = Roundhouse.open()) {
            Count actor =
                    house.actor(
                            Count.class,
                            () ->
                                    new Count() {
                                        private int sum;

                                        @Override
                                        public void add() {
                                            sum++;
                                        }

                                        @Override
                                        public int get() {
                                            return sum;
                                        }
                                    },
                            with -> with.bounded(bound));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                threads.add(
                        Thread.startVirtualThread(() -> {
                            actor.add();
                            actor.get();
                        }));
            }
            for (Thread each : threads) {
                each.join();
            }
            assertThat(actor.get()).isEqualTo(count);
        }
    }
}
