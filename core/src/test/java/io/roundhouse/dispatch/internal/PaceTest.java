package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    private final Pace pace = new Pace();

    @Test
    void callsOfAMicrosecondAreLong() {
        assertThat(pace.isSlow(100_000, 100)).isTrue();
    }

    @Test
    void callsOfThreeHundredNanosecondsAreLong() {
        assertThat(pace.isSlow(30_000, 100)).isTrue();
    }

    @Test
    void callsOfAHundredNanosecondsAreNot() {
        assertThat(pace.isSlow(10_000, 100)).isFalse();
    }

    @Test
    void fewCallsTellNothing() {
        pace.isSlow(100_000, 100);
        assertThat(pace.isSlow(100_010, 110)).as("ten calls in ten nanoseconds").isTrue();
        assertThat(pace.isSlow(101_000, 140)).as("forty in a thousand").isFalse();
    }

    @Test
    void aRestIsNotCounted() {
        pace.isSlow(10_000, 100);
        pace.startsAnew(1_000_000_000, 100);
        assertThat(pace.isSlow(1_000_010_000, 200)).isFalse();
    }
}
