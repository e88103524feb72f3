package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Tour03ActorsTest {

    @Test
    void whatIsSentIsHandledBeforeTheHouseIsClosed() throws Exception {
        assertThat(Output.of(Tour03Actors::hello)).containsExactly("got 2");
    }

    @Test
    void answersComeAtOnceOrLater() throws Exception {
        assertThat(Output.of(Tour03Actors::account)).containsExactly("got 70", "left 30");
    }

    @Test
    void childrenEndBeforeTheirParent() throws Exception {
        assertThat(Output.of(Tour03Actors::family))
                .containsExactly(
                        "parent started",
                        "a started",
                        "b started",
                        "a stopped",
                        "b stopped",
                        "parent stopped");
    }

    @Test
    void whoTakesWaitsForWhoPuts() throws Exception {
        assertThat(Output.of(Tour03Actors::shelf)).containsExactly("bread");
    }

    @Test
    void oneObjectHasTwoInterfaces() throws Exception {
        assertThat(Output.of(Tour03Actors::interfaces)).containsExactly("[one, two]");
    }

    @Test
    void anExecutorRunsIt() throws Exception {
        assertThat(Output.of(Tour03Actors::onAnExecutor)).containsExactly("left 5");
    }

    @Test
    void stepsAreTheSameEachTime() throws Exception {
        assertThat(Output.of(Tour03Actors::steps)).containsExactly("a1", "b1", "b2", "a2");
    }
}
