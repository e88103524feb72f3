package io.roundhouse.lab.peers.disruptor3;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Worker pools at the smallest scale, through the lab and in their own process. */
@Timeout(120)
class Disruptor3SmokeTest {

    @ParameterizedTest
    @CsvSource({
        "disruptor-naive, pi --param jobs=20000 --param workers=3",
    })
    void whatComesOutIsRight(String system, String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint(system, run, report)).isEmpty();
    }
}
