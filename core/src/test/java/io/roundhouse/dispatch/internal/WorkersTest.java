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

    /** As when it comes between the release, which has no fence then, and the look behind it. */
    @Test
    void aSoloistHandlesMailForWhomItHasJustReleasedThoughAllEnds() {
        Workers workers = new Workers(2, "ends-", () -> {}); // never started: one runs here
        Worker soloist = (Worker) workers.threads().get(0);
        ((Worker) workers.threads().get(1)).rests(true);
        Player one = new Player(workers, soloist);
        Player other = new Player(workers, soloist);
        one.partner = other;
        other.partner = one;
        workers.mailed(one, Caller.current());
        soloist.run();
        assertThat(one.plays + other.plays).isEqualTo(2 * Player.PLAYS);
        assertThat(other.wasLate).isTrue();
        assertThat(other.isIdle()).isTrue();
    }

    /** Two of them hand a call over to and fro until one of them gets mail. */
    private static final class Player extends WithoutMail {
        static final int PLAYS = 500; // more than are handed over before the worker looks around

        private final Workers workers;
        private final Worker worker;
        private @Nullable Player partner;
        private int plays;
        private boolean isLate;
        private boolean wasLate;

        Player(Workers workers, Worker worker) {
            this.workers = workers;
            this.worker = worker;
        }

        @Override
        protected boolean hasMail() {
            return isLate;
        }

        @Override
        public int turn(Caller me) {
            if (isLate) {
                isLate = false;
                wasLate = true;
                return DONE;
            }
            return turn(me, me.longs, me.references, me.first, 0);
        }

        @Override
        protected int turn(
                Caller me, long[] longs, @Nullable Object[] references, int first, long end) {
            Player to = partner;
            plays++;
            if (to != null && to.plays < PLAYS) {
                assertThat(worker.hand(to)).isTrue();
            } else {
                workers.end();
                isLate = true;
            }
            return DONE;
        }
    }

    private static final class Failing extends WithoutMail {
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
    }

    private abstract static class WithoutMail extends Task {
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
