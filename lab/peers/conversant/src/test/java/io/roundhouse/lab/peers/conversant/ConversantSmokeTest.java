package io.roundhouse.lab.peers.conversant;

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
class ConversantSmokeTest {

    @ParameterizedTest
    @ValueSource(strings = {"transfer --param producers=3", "idle"})
    void allGoodsArrive(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("conversant", run, report)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfer", "idle"})
    void allGoodsArriveFromOneToOne(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("conversant-push-pull", run, report)).isEmpty();
    }
}
