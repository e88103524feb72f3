package io.roundhouse.lab.peers.jctools;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.cli.SmokeRun;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.Variant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every shape that JCTools' queues take part in, at the smallest scale, through the lab and in
 * their own process.
 */
@Timeout(120)
class JCToolsSmokeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transfer",
                "transfer --param batch=16",
                "transfer --param producers=3 --param batch=4",
                "transfer --param consumers=3",
                "transfer --param consumers=2 --param mode=share",
                "transfer --param producers=2 --param consumers=2 --param mode=share",
                "transfer --param consumers=2 --param mode=mixed",
                "latency --param rate=5000",
                "latency --param rate=5000 --param producers=2",
                "idle"
            })
    void allGoodsArrive(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("jctools", run, report)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "transfer",
                "transfer --param producers=3",
                "transfer --param producers=2 --param consumers=2 --param mode=share"
            })
    void allGoodsArriveWithoutABound(String run, @TempDir Path report) {
        assertThat(SmokeRun.complaint("jctools-unbounded", run, report)).isEmpty();
    }

    @Test
    void bothTwinsAreTriedAndTheDocumentedOneIsTheDefault() {
        TransferSpec spec = new TransferSpec(1, 1, 65536, 1, 1, Mode.EACH, 2, 2);
        List<Variant> variants = new JCToolsTransfer().variants(spec);

        assertThat(queueOf(spec, variants.getFirst())).isEqualTo("SpscArrayQueue");
        assertThat(variants)
                .extracting(one -> queueOf(spec, one))
                .contains("SpscArrayQueue", "SpscVarHandleArrayQueue");
        assertThat(variants.getFirst().number("slots")).isEqualTo(65536);
    }

    @Test
    void whatMattersMostIsTriedBeforeTheTwins() {
        assertThat(tried(2, 2))
                .startsWith(
                        "wait=spin slots=65536 by=relaxed-offer-poll access=unsafe",
                        "wait=yield slots=65536 by=relaxed-offer-poll access=unsafe",
                        "wait=spin slots=1024 by=relaxed-offer-poll access=unsafe",
                        "wait=yield slots=1024 by=relaxed-offer-poll access=unsafe",
                        "wait=spin slots=65536 by=relaxed-offer-poll access=varhandle")
                .hasSize(8);
        assertThat(tried(4, 2).getFirst()).startsWith("wait=park slots=65536 ");
    }

    private static List<String> tried(int busyThreads, int cores) {
        TransferSpec spec = new TransferSpec(1, 1, 65536, 1, 1, Mode.EACH, busyThreads, cores);
        return new JCToolsTransfer().variants(spec).stream().map(Variant::toString).toList();
    }

    private static String queueOf(TransferSpec spec, Variant variant) {
        return new JCToolsTransfer().open(spec, variant).config();
    }
}
