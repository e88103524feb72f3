package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour04QueuesTest {

    @Test
    void oneLineIsAllThatChanges() throws Exception {
        assertThat(Output.of(Tour04Queues::blocking)).containsExactly("cooks soup, fish");
    }

    @Test
    void aClosedQueueGivesWhatItHas() throws Exception {
        assertThat(Output.of(Tour04Queues::closing))
                .containsExactly(
                        "accepted: false",
                        "still there: a",
                        "still there: b",
                        "nothing is left: the queue has been closed");
    }

    @Test
    void manyGoInAndOutAtATime() throws Exception {
        assertThat(Output.of(Tour04Queues::many))
                .containsExactly("put 5", "took 3: [1, 3, 4]", "left [5]");
    }

    @Test
    void numbersAreNotBoxed() throws Exception {
        assertThat(Output.of(Tour04Queues::longs))
                .containsExactly("2 prices, 200 together; then -1");
    }
}
