package io.roundhouse.lab.peers.disruptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import io.roundhouse.lab.system.Variant;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every shape that the Disruptor's kinds take part in, at the smallest scale, through the lab and
 * in their own process.
 */
@Timeout(120)
class DisruptorSmokeTest {

    @ParameterizedTest
    @CsvSource({
        "disruptor, transfer",
        "disruptor, transfer --param producers=3",
        "disruptor, transfer --param consumers=3",
        "disruptor, transfer --param consumers=2 --param mode=mixed",
        "disruptor, latency --param rate=5000",
        "disruptor, latency --param rate=5000 --param producers=2",
        "disruptor, idle",
        "disruptor, pipeline --param stages=1 --param publishers=3",
        "disruptor-optimized, pi --param jobs=20000 --param workers=3",
        "framework-v3, calls",
        "framework-v3, calls --param argument=fresh",
        "disruptor-batch, transfer --param batch=10",
        "disruptor-batch, transfer --param batch=7 --param producers=3 --param consumers=2",
        "disruptor-batch, latency --param rate=5000",
        "disruptor-long-array, latency --param rate=5000 --param producers=2",
        "disruptor-long-array, transfer",
        "disruptor-long-array, transfer --param producers=2 --param consumers=2",
        "disruptor-long-array-sized, transfer --param capacity=100 --param trains=5",
    })
    void allGoodsArrive(String system, String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint(system, run, report)).isEmpty();
    }

    @Test
    void everyWayToWaitIsTriedBeforeTheSecondSize() {
        assertThat(Waits.ringVariants(false))
                .extracting(Variant::toString)
                .containsExactly(
                        "wait=yielding slots=65536",
                        "wait=busy-spin slots=65536",
                        "wait=yielding slots=8192",
                        "wait=busy-spin slots=8192");
    }
}
