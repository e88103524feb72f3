package io.roundhouse.lab.peers.agrona;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What these queues take part in, at the smallest scale, through the lab and in their own process.
 */
@Timeout(120)
class AgronaSmokeTest {

    @ParameterizedTest
    @ValueSource(strings = {"transfer", "transfer --param consumers=2 --param mode=share"})
    void allGoodsArrive(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("agrona", run, report)).isEmpty();
    }
}
