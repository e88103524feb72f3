package io.roundhouse.lab.peers.jox;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent through Jox comes out at the other end; the lab checks it. */
@Timeout(120)
class JoxSmokeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel --param producers=3",
                "channel --param producers=2 --param consumers=3",
                "channel --param threads=platform --param consumers=2 --param capacity=0",
                "channel --param capacity=16",
                "select --param clauses=8",
                "blocked --param processes=100",
            })
    void whatComesOutIsRight(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("jox", run, report)).isEmpty();
    }
}
