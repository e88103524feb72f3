package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WorkersTest {
    /** As when there is no memory for what a turn needs. */
    @Test
    void aWorkerOutlivesATurnThatThrows() throws InterruptedException {
        Workers workers = new Workers(1, "outlives-", () -> {});
        workers.start();
        workers.threads().get(0).setUncaughtExceptionHandler((_, _) -> {});
        Failing task = new Failing();
        workers.mailed(task, Caller.current());
        assertThat(task.done.await(20, TimeUnit.SECONDS)).isTrue();
        workers.end();
        workers.threads().get(0).join();
        assertThat(task.turns).hasValue(2);
        assertThat(task.isIdle()).isTrue();
    }

    private static final class Failing extends Task {
        final AtomicInteger turns = new AtomicInteger();
        final CountDownLatch done = new CountDownLatch(1);

        @Override
        protected boolean hasMail() {
            return turns.get() < 2;
        }

        @Override
        public int turn(Caller me) {
            if (turns.incrementAndGet() == 1) {
                throw new OutOfMemoryError("on purpose");
            }
            done.countDown();
            return DONE;
        }

        @Override
        protected long sent() {
            return 0;
        }

        @Override
        protected boolean isBefore(long end) {
            return false;
        }

        @Override
        protected int turn(
                Caller me, long[] longs, @Nullable Object[] references, int first, long end) {
            throw new AssertionError();
        }

        @Override
        protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
            throw new AssertionError();
        }
    }
}
