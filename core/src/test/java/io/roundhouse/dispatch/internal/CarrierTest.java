package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.Queues;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a thread is, in words. */
@Timeout(60)
final class CarrierTest {
    @Test
    void aThreadIsWhereItHasLeftTheCodeOfItsUser() throws InterruptedException {
        BlockingQueue<String> queue =
                Queues.blocking(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 1);
        Thread waits = new Thread(() -> waitsHere(queue));
        waits.start();
        while (waits.getState() != Thread.State.WAITING
                && waits.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        String where = Carrier.describe(waits);
        queue.put("goes on");
        waits.join();
        assertThat(where).startsWith("in " + CarrierTest.class.getName() + ".waitsHere(");
    }

    private static void waitsHere(BlockingQueue<String> queue) {
        try {
            assertThat(queue.take()).isNotNull();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A worker that looks for something to run. */
    @Test
    void whoRunsNoActorIsNotSaidToRunOne() throws InterruptedException {
        Workers workers = new Workers(1, "describes-", () -> {});
        Thread worker = workers.threads().get(0);
        workers.start();
        while (worker.getState() != Thread.State.TIMED_WAITING) {
            LockSupport.parkNanos(1);
        }
        String where = Carrier.describe(worker);
        workers.end();
        worker.join();
        assertThat(where).startsWith("in io.roundhouse.").doesNotContain("null");
    }
}
