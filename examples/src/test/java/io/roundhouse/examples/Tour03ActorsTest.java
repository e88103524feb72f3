package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;

class Tour03ActorsTest {

    @Test
    void whatIsSentIsHandledBeforeTheHouseIsClosed() throws Exception {
        assertPrints(Tour03Actors::hello, "got 2");
    }

    @Test
    void answersComeAtOnceOrLater() throws Exception {
        assertPrints(Tour03Actors::account, "got 70", "left 30");
    }

    @Test
    void childrenEndBeforeTheirParent() throws Exception {
        assertPrints(
                Tour03Actors::family,
                "parent started",
                "a started",
                "b started",
                "a stopped",
                "b stopped",
                "parent stopped");
    }

    @Test
    void whatAnObjectGivesAwayOfItselfIsItsHandle() throws Exception {
        assertPrints(Tour03Actors::self, "fresh bread, number 1", "fresh rolls, number 2");
    }

    @Test
    void whoTakesWaitsForWhoPuts() throws Exception {
        assertPrints(Tour03Actors::shelf, "bread");
    }

    @Test
    void oneObjectHasTwoInterfaces() throws Exception {
        assertPrints(Tour03Actors::interfaces, "[one, two]");
    }

    @Test
    void anExecutorRunsIt() throws Exception {
        assertPrints(Tour03Actors::onAnExecutor, "left 5");
    }

    @Test
    void stepsAreTheSameEachTime() throws Exception {
        assertPrints(Tour03Actors::steps, "a1", "b1", "b2", "a2");
    }
}
