package io.roundhouse.lab.peers.kotlin;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import io.roundhouse.lab.system.ChannelSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What coroutines send comes out at the other end; the lab checks it. */
@Timeout(120)
class KotlinSmokeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel --param producers=3",
                "channel --param producers=2 --param consumers=3 --param capacity=0",
                "select --param clauses=8",
            })
    void whatComesOutIsRight(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("kotlin", run, report)).isEmpty();
    }

    @Test
    void coroutinesOnPlatformThreadsAreRefused() {
        assertThat(new Kotlin().refuses(new ChannelSpec(1, 1, 1, 16, 1, false)))
                .hasValueSatisfying(words -> assertThat(words).contains("no platform threads"));
    }
}
