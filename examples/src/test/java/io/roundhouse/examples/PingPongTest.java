package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;

class PingPongTest {

    @Test
    void everyBallComesBack() throws Exception {
        assertPrints(() -> PingPong.main(new String[0]), "Alice got 1000 balls");
    }

    @Test
    void aSmallMailboxKeepsTheOrder() throws Exception {
        assertPrints(PingPong::smallMailbox, "handled 1", "handled 2", "handled 3", "handled 4");
    }

    @Test
    void failuresAndDeadLettersAreReported() throws Exception {
        assertPrints(
                PingPong::failures,
                "picky.accept(-1) failed: java.lang.IllegalArgumentException: negative",
                "fine: 1",
                "dead letter: picky.accept(2)");
    }
}
