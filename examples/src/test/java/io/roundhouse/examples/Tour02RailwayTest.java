package io.roundhouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class Tour02RailwayTest {

    @Test
    void numbersArriveManyAtATime() throws Exception {
        assertThat(Output.of(Tour02Railway::numbers)).containsExactly("sum 500000500000");
    }

    @Test
    void everyStationSeesEveryReference() throws Exception {
        assertThat(Output.of(Tour02Railway::references))
                .containsExactly("[soup, fish] [no. 1, no. 2]");
    }

    @Test
    void goodsThatStayInPlaceAreChangedAndRead() throws Exception {
        assertThat(Output.of(Tour02Railway::inPlace)).containsExactly("turnover 50500000");
    }

    @Test
    void resultsComeRoundTheRing() throws Exception {
        assertThat(Output.of(Tour02Railway::ring)).containsExactly("round the ring: 6 12 18 24 30");
    }

    @Test
    void stationsThatUnloadWhileTheyHaveNoRoomNeverWaitInACircle() throws Exception {
        assertThat(Output.of(Tour02Railway::mixed))
                .containsExactly("each has heard the two others: [1001000, 1001000, 1001000]");
    }

    @Test
    void aClosedRailwayDeliversRefusesAndHandsBack() throws Exception {
        assertThat(Output.of(Tour02Railway::closing))
                .containsExactly(
                        "station 0 cannot load: the railway is closed",
                        "still delivered: 1",
                        "undelivered: 2",
                        "handed back: 2",
                        "handed back: 3");
    }
}
