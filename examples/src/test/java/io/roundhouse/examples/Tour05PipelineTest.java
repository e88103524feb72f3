package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour05PipelineTest {

    @Test
    void ordersAreJournaledReplicatedAndMatched() throws Exception {
        assertPrints(
                Tour05Pipeline::orderBook, "journal -10 -11 -12 +15 ", "replica 48, traded 15");
    }

    @Test
    void aFilterIsForTheStagesBehindIt() throws Exception {
        assertPrints(Tour05Pipeline::graph, "seen 4, large [3, 4]");
    }

    @Test
    void workersShareOrDivide() throws Exception {
        assertPrints(Tour05Pipeline::workers, "sum 338350, sizes in two places 0");
    }

    @Test
    void whatFailsGoesToTheSiding() throws Exception {
        assertPrints(Tour05Pipeline::siding, "[check: no size at 101]", "2 delivered, 1 failed");
    }

    @Test
    void aLineThatFailsSaysWhyAndWhatIsLeft() throws Exception {
        assertPrints(
                Tour05Pipeline::stop,
                "the line could not deliver everything: the line has failed at stage check: java.io.IOException: no size",
                "left 1");
    }

    @Test
    void whatWasPublishedCanBeWaitedFor() throws Exception {
        assertPrints(Tour05Pipeline::checkpoint, "[100, 101], and the line is open: true");
    }

    @Test
    void queuesFeedALineAndAreFed() throws Exception {
        assertPrints(Tour05Pipeline::queues, "price 1, price 4, price 9");
    }

    @Test
    void anInterfaceIsAWayIn() throws Exception {
        assertPrints(Tour05Pipeline::entry, "turnover 50");
    }

    @Test
    void stagesCallActors() throws Exception {
        assertPrints(Tour05Pipeline::actors, "fees 25", "booked 2500");
    }

    @Test
    void aHandlerIsToldOfItsLife() throws Exception {
        assertPrints(
                Tour05Pipeline::lifecycle,
                "[open, 1, 2, 3, 4, 5, close], batches of two at most: true");
    }

    @Test
    void figuresSayWhichStageLimits() throws Exception {
        assertPrints(Tour05Pipeline::figures, "check 0 %", "fetch 100 %, limits", "store 0 %");
    }
}
