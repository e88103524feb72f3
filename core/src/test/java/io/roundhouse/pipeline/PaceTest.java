package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether what is on a line lasts for longer than a nap. */
class PaceTest {
    private static final long NAP = 100_000;

    private final Pace pace = new Pace();

    /** Looks twice, that far apart in time and events; what is the answer to the second look? */
    private boolean after(long nanos, long passed, long events) {
        long start = 1L << 40; // long after the look before
        assertThat(pace.outlasts(start, 0, Long.MAX_VALUE >> 32, NAP)).isFalse();
        return pace.outlasts(start + nanos, passed, events, NAP);
    }

    @Test
    void muchThatComesSlowlyLastsForLong() {
        assertThat(after(100_000, 1_000, 2_001)).isTrue();
    }

    @Test
    void whatIsDoneBeforeTheNapIsOverDoesNot() {
        assertThat(after(100_000, 1_000, 1_999)).isFalse();
        assertThat(after(100_000, 10_000, 16_384)).isFalse();
    }

    @Test
    void whereLittleHasPassedNothingIsKnown() {
        assertThat(after(100_000, 1, 1_000_000)).isFalse();
        assertThat(after(100_000, 0, 1_000_000)).isFalse();
    }

    @Test
    void aMomentSaysNothingAndIsAddedToTheNext() {
        assertThat(after(10_000, 100, 1_000_000)).isFalse();
        assertThat(pace.outlasts((1L << 40) + 100_000, 1_000, 1_000_000, NAP)).isTrue();
    }

    @Test
    void whatPassedLongAgoSaysNothing() {
        assertThat(after(1_000_000_000, 1_000, 1_000_000)).isFalse();
    }
}
