package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockTest {

    @Test
    void aTimeToWaitIsNanoseconds() {
        assertThat(Clock.nanos(Duration.ZERO)).isZero();
        assertThat(Clock.nanos(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(Clock.nanos(Duration.ofDays(106_000))).isEqualTo(9_158_400_000_000_000_000L);
    }

    @Test
    void aTimeThatDoesNotFitIsForEver() {
        assertThat(Clock.nanos(Duration.ofNanos(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Clock.nanos(Duration.ofNanos(Long.MAX_VALUE).plusNanos(1)))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Clock.nanos(Duration.ofDays(Long.MAX_VALUE / 86_400))).isEqualTo(Long.MAX_VALUE);
        assertThat(Clock.nanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aNegativeTimeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clock.nanos(Duration.ofNanos(-1)))
                .withMessage("a time to wait cannot be negative: PT-0.000000001S");
    }

    @Test
    void theSystemsClockDoesNotGoBack() {
        long before = Clock.system().nanoTime();

        assertThat(Clock.system().nanoTime() - before).isNotNegative();
    }
}
