package io.roundhouse.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose clock counts. */
@Timeout(30)
class DriveTest {

    @Test
    void theClockOfASystemThatMeasuresItselfCounts() throws Exception {
        Drive drive = Drive.of(() -> OptionalLong.of(2_000));

        assertThat(drive.nanos()).isEqualTo(2_000);
        assertThat(drive.rate(6)).isEqualTo(3e6);
        assertThat(drive.cost()).as("the work is done elsewhere").isNull();
    }

    @Test
    void otherwiseTheLabsClockCounts() throws Exception {
        Drive drive = Drive.of(OptionalLong::empty);

        assertThat(drive.nanos()).isNotNegative();
        assertThat(drive.cost()).isNotNull();
    }

    @Test
    void whatARunThrowsIsThrown() {
        assertThatThrownBy(() ->
                        Drive.of(() -> {
                            throw new IllegalStateException("planted");
                        }))
                .hasRootCauseMessage("planted");
    }
}
