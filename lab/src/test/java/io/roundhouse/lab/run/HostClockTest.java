package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a host takes from a virtual machine, as Linux tells it. */
class HostClockTest {

    @Test
    void idleTimeAndWaitingForDisksAreNotWanted() {
        assertThat(HostClock.of("cpu  100 20 30 4000 500 6 7 8 9 10"))
                .contains(new HostClock(1_710, 80));
    }

    @Test
    void whatPassedIsTheDifference() {
        HostClock before = new HostClock(1_000, 20);
        assertThat(new HostClock(1_500, 70).since(before)).isEqualTo(new HostClock(500, 50));
    }

    @Test
    void aCounterThatWentBackCountsAsStill() {
        HostClock before = new HostClock(1_000, 20);
        assertThat(new HostClock(1_500, 10).since(before)).isEqualTo(new HostClock(500, 0));
    }

    @Test
    void otherLinesTellNothing() {
        assertThat(HostClock.of("")).isEmpty();
        assertThat(HostClock.of("cpu0 1 2 3 4 5 6 7 8")).isEmpty();
        assertThat(HostClock.of("cpu 1 2 3 4 5 6 7")).isEmpty(); // Linux before 2.6.11
        assertThat(HostClock.of("cpu a b c d e f g h")).isEmpty();
    }
}
