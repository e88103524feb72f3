package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the tests of the peers rely on: who does not come through does not go unnoticed. */
@Timeout(120)
class SmokeRunTest {

    @TempDir Path report;

    @ParameterizedTest
    @CsvSource({
        "lying, transfer, wrong result",
        "crashing, transfer, ended with status 42",
        "uninstalled, transfer, not available",
        "refusing, transfer, Nothing was measured",
        "no-such-system, transfer, no such system",
        "sound, transfers, no such workload",
    })
    void whoDoesNotComeThroughIsComplainedOf(String system, String run, String reason) {
        assertThat(complaint(system, run))
                .hasValueSatisfying(words -> assertThat(words).contains(reason));
    }

    @Test
    void whoComesThroughIsNot() {
        assertThat(complaint("sound", "transfer --param trains=2 --param capacity=4")).isEmpty();
    }

    private Optional<String> complaint(String system, String run) {
        return SmokeRun.complaint(TestCatalog::scan, system, run, report);
    }
}
