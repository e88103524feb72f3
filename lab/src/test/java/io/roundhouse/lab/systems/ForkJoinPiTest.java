package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.Variant;
import org.junit.jupiter.api.Test;

/** Whose results go another way than those of the others says so. */
final class ForkJoinPiTest {

    @Test
    void jobsThatAreHalvedSayThatTheySendNoResult() throws Exception {
        PiSpec spec = new PiSpec(10, 2, 0, 2);
        try (PiSession session = new ForkJoinPi().open(spec, Variant.of("jobs", "halved"))) {
            assertThat(session.config()).isEqualTo("results joined in pairs, none sent");
        }
    }
}
