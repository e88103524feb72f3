package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.Queues;
import java.util.concurrent.BlockingQueue;
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
        Until.isAsleep(waits);
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
        Until.isTrue(() -> worker.getState() == Thread.State.TIMED_WAITING);
        String where = Carrier.describe(worker);
        workers.end();
        worker.join();
        assertThat(where).startsWith("in io.roundhouse.").doesNotContain("null");
    }
}
