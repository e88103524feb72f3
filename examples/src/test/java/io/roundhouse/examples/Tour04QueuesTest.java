package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour04QueuesTest {

    @Test
    void oneLineIsAllThatChanges() throws Exception {
        assertPrints(Tour04Queues::blocking, "cooks soup, fish");
    }

    @Test
    void aClosedQueueGivesWhatItHas() throws Exception {
        assertPrints(
                Tour04Queues::closing,
                "accepted: false",
                "still there: a",
                "still there: b",
                "nothing is left: the queue has been closed");
    }

    @Test
    void manyGoInAndOutAtATime() throws Exception {
        assertPrints(Tour04Queues::many, "put 5", "took 3: [1, 3, 4]", "left [5]");
    }

    @Test
    void aBatchIsWaitedFor() throws Exception {
        assertPrints(Tour04Queues::batches, "writes a", "writes b");
    }

    @Test
    void numbersAreNotBoxed() throws Exception {
        assertPrints(Tour04Queues::longs, "2 prices, 200 together; then -1");
    }
}
