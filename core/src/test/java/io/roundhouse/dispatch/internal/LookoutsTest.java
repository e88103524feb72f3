package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LookoutsTest {
    private final Workers workers = new Workers(1, "looks-out-", () -> {}); // never started
    private final Worker worker = (Worker) workers.threads().get(0);
    private final Lookouts lookouts = new Lookouts(workers, worker);

    /** Something else may be on its way into memory, and its sender has not rung. */
    @Test
    void whoHasHadATurnForItsMailIsStillLookedAt() {
        Listening task = new Listening();
        boolean inTime;
        do { // until this thread was on its processor meanwhile
            long begun = workers.now();
            lookouts.add(task);
            task.hasMail = true;
            lookouts.look();
            task.hasItsTurn();
            task.hasMail = true;
            lookouts.look();
            inTime = workers.now() - begun < Lookouts.STORES_ARRIVE_NANOS;
        } while (!inTime && task.isIdleAgain());
        assertThat(task.isIdle()).isFalse();
        assertThat(worker.queue.poll()).isSameAs(task);
    }

    @Test
    void whoListensAgainIsLookedAtOnce() {
        Listening[] tasks = new Listening[16];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new Listening();
        }
        for (int i = 0; i < 1_000; i++) {
            Listening task = tasks[i % tasks.length];
            assertThat(lookouts.isRoomFor(task)).isTrue();
            lookouts.add(task); // there is room for no more
        }
        assertThat(lookouts.isEmpty()).isFalse();
    }

    private final class Listening extends WorkersTest.WithoutMail {
        boolean hasMail;

        void hasItsTurn() {
            assertThat(worker.queue.poll()).isSameAs(this);
            hasMail = false;
            release();
        }

        boolean isIdleAgain() {
            if (!isIdle()) {
                hasItsTurn();
            }
            hasMail = false;
            return true;
        }

        @Override
        protected boolean hasMail() {
            return hasMail;
        }

        @Override
        public int turn(Caller me) {
            return DONE;
        }
    }
}
