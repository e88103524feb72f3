package io.roundhouse.lab.peers.kontraktor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every experiment that Kontraktor takes part in, at the smallest scale, through the lab and in its
 * own process; the lab checks what comes out.
 */
@Timeout(120)
class KontraktorSmokeTest {

    @ParameterizedTest
    @CsvSource({
        "kontraktor, ring",
        "kontraktor, ring --param nodes=10 --param tokens=4 --param work=10",
        "kontraktor, construct --param nodes=1000",
        "kontraktor, ping-pong",
        "kontraktor, pi --param jobs=20000",
        "kontraktor, calls",
        "kontraktor, calls --param argument=fresh",
    })
    void whatComesOutIsRight(String system, String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint(system, run, report)).isEmpty();
    }
}
