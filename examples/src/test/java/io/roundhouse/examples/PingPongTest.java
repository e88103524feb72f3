package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PingPongTest {

    @Test
    void everyBallComesBack() throws Exception {
        assertThat(Output.of(() -> PingPong.main(new String[0])))
                .containsExactly("Alice got 1000 balls");
    }

    @Test
    void aSmallMailboxKeepsTheOrder() throws Exception {
        assertThat(Output.of(PingPong::smallMailbox))
                .containsExactly("handled 1", "handled 2", "handled 3", "handled 4");
    }

    @Test
    void failuresAndDeadLettersAreReported() throws Exception {
        assertThat(Output.of(PingPong::failures))
                .containsExactly(
                        "picky.accept(-1) failed: java.lang.IllegalArgumentException: negative",
                        "fine: 1",
                        "dead letter: picky.accept(2)");
    }
}
