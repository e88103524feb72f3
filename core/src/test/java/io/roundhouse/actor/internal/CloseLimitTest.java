package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A house that closes does not take its limit twice. */
final class CloseLimitTest {
    private static Duration toEnd(long limitSeconds, long passedSeconds) {
        return Duration.ofNanos(
                House.toEnd(
                        Duration.ofSeconds(limitSeconds).toNanos(),
                        Duration.ofSeconds(passedSeconds).toNanos()));
    }

    @Test
    void threadsHaveWhatIsLeftOfTheLimitToEnd() {
        assertThat(toEnd(30, 0)).isEqualTo(Duration.ofSeconds(30));
        assertThat(toEnd(30, 20)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void andASecondWhereNothingIsLeft() {
        assertThat(toEnd(30, 30)).isEqualTo(Duration.ofSeconds(1));
        assertThat(toEnd(30, 31)).isEqualTo(Duration.ofSeconds(1));
        assertThat(toEnd(0, 0)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void aLimitForEverStaysSo() {
        assertThat(House.toEnd(Long.MAX_VALUE, 5)).isEqualTo(Long.MAX_VALUE);
    }
}
