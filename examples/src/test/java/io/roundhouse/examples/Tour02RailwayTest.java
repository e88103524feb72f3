package io.roundhouse.examples;

import static io.roundhouse.examples.Output.assertPrints;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour02RailwayTest {

    @Test
    void numbersArriveManyAtATime() throws Exception {
        assertPrints(Tour02Railway::numbers, "sum 500000500000");
    }

    @Test
    void everyStationSeesEveryReference() throws Exception {
        assertPrints(Tour02Railway::references, "[soup, fish] [no. 1, no. 2]");
    }

    @Test
    void goodsThatStayInPlaceAreChangedAndRead() throws Exception {
        assertPrints(Tour02Railway::inPlace, "turnover 50500000");
    }

    @Test
    void resultsComeRoundTheRing() throws Exception {
        assertPrints(Tour02Railway::ring, "round the ring: 6 12 18 24 30");
    }

    @Test
    void stationsThatUnloadWhileTheyHaveNoRoomNeverWaitInACircle() throws Exception {
        assertPrints(
                Tour02Railway::mixed, "each has heard the two others: [1001000, 1001000, 1001000]");
    }

    @Test
    void stationsShareTheWork() throws Exception {
        assertPrints(Tour02Railway::sharing, "together 500500");
    }

    @Test
    void aClosedRailwayDeliversRefusesAndHandsBack() throws Exception {
        assertPrints(
                Tour02Railway::closing,
                "station 0 cannot load: the railway is closed",
                "still delivered: 1",
                "undelivered: 2",
                "handed back: 2",
                "handed back: 3");
    }
}
