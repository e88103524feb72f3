package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A house that closes does not take its limit twice. */
final class CloseLimitTest {
    private static Duration toEnd(long limitSeconds, long passedSeconds) {
        return Duration.ofNanos(
                CloseLimit.toEnd(
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
        assertThat(CloseLimit.toEnd(Long.MAX_VALUE, 5)).isEqualTo(Long.MAX_VALUE);
    }

    /** In a stepped house, whose time does not pass meanwhile, a thread hangs in a call. */
    @Test
    void whatOtherThreadsHaveTakenIsGoneOfTheLimitThoughTheTimeOfCallsStandsStill() {
        AtomicLong calls = new AtomicLong(7);
        AtomicLong system = new AtomicLong(7_000);
        CloseLimit limit =
                new CloseLimit(Duration.ofSeconds(30).toNanos(), calls::get, system::get);
        system.addAndGet(Duration.ofSeconds(20).toNanos());
        assertThat(limit.forCalls()).isEqualTo(Duration.ofSeconds(30).toNanos());
        assertThat(limit.forOthers()).isEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(limit.toEnd()).isEqualTo(Duration.ofSeconds(10).toNanos());
        system.addAndGet(Duration.ofSeconds(20).toNanos());
        assertThat(limit.forOthers()).isZero();
        assertThat(limit.toEnd()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }

    /** A day of calls is soon over there. */
    @Test
    void norDoesTheTimeOfCallsTakeFromWhatThreadsHave() {
        AtomicLong calls = new AtomicLong();
        CloseLimit limit = new CloseLimit(Duration.ofSeconds(30).toNanos(), calls::get, () -> 0);
        calls.set(Duration.ofDays(1).toNanos());
        assertThat(limit.forCalls()).isZero();
        assertThat(limit.toEnd()).isEqualTo(Duration.ofSeconds(30).toNanos());
    }
}
