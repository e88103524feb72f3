package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallLengthTest {

    private final CallLength length = new CallLength();

    @Test
    void callsOfAMicrosecondAreLong() {
        assertThat(length.isLong(100_000, 100)).isTrue();
    }

    @Test
    void callsOfThreeHundredNanosecondsAreLong() {
        assertThat(length.isLong(30_000, 100)).isTrue();
    }

    @Test
    void callsOfAHundredNanosecondsAreNot() {
        assertThat(length.isLong(10_000, 100)).isFalse();
    }

    @Test
    void fewCallsTellNothing() {
        length.isLong(100_000, 100);
        assertThat(length.isLong(100_010, 110)).as("ten calls in ten nanoseconds").isTrue();
        assertThat(length.isLong(101_000, 140)).as("forty in a thousand").isFalse();
    }

    @Test
    void aRestIsNotCounted() {
        length.isLong(10_000, 100);
        length.startsAnew(1_000_000_000, 100);
        assertThat(length.isLong(1_000_010_000, 200)).isFalse();
    }
}
