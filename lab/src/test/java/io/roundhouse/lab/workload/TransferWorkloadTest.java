package io.roundhouse.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.LimitTransfer;
import io.roundhouse.lab.systems.RoundhouseRailway;
import io.roundhouse.lab.systems.RoundhouseRailwayReferences;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which configurations of a system are tried, and that the chosen one is what is measured. */
class TransferWorkloadTest {

    private final TransferWorkload workload = new TransferWorkload();
    private final Setting best = workload.setting(Map.of("sizes", "best"));
    private final Setting given = workload.setting(Map.of("trains", 4, "capacity", 16));

    @Test
    void whereSizesAreFreeEveryWaitIsTriedInEachOfThem() {
        List<Variant> variants = workload.variants(new RoundhouseRailway(), best);
        List<Variant> waits = workload.variants(new RoundhouseRailway(), given);
        long sizes =
                variants.stream()
                        .map(one -> one.word("trains") + " × " + one.word("capacity"))
                        .distinct()
                        .count();

        assertThat(sizes).isGreaterThan(3);
        assertThat(variants).doesNotHaveDuplicates().hasSize((int) sizes * waits.size());
        assertThat(waits).noneMatch(one -> one.choices().containsKey("trains"));
    }

    @Test
    void allSizesAreTriedBeforeTheSecondWait() {
        List<Variant> variants = workload.variants(new RoundhouseRailway(), best);
        String first = variants.getFirst().word("wait");
        long sizes = variants.stream().filter(one -> one.word("wait").equals(first)).count();

        assertThat(variants.stream().limit(sizes)).allMatch(one -> one.word("wait").equals(first));
    }

    /** Room may be told behind the results: who then waits for more of these waits for ever. */
    @Test
    @Timeout(60)
    void whoHasNothingUnderWayOnAMixedRingWaitsForRoom() throws Exception {
        Setting mixed = workload.setting(Map.of("mode", "mixed", "consumers", 2, "capacity", 16));
        Variant parking = Variant.of("wait", "parking");

        try (Bench bench = workload.open(new RoundhouseRailway(), mixed, parking)) {
            for (int sample = 0; sample < 300; sample++) {
                assertThat(bench.sample(1_600).items()).isEqualTo(1_600);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void stationsThatShareUnloadAllGoodsTogether(int capacity) throws Exception {
        Setting share =
                workload.setting(
                        Map.of("mode", "share", "consumers", 3, "trains", 8, "capacity", capacity));
        Variant wait = workload.variants(new RoundhouseRailway(), share).getFirst();

        try (Bench bench = workload.open(new RoundhouseRailway(), share, wait)) {
            assertThat(bench.sample(999).items()).isEqualTo(999);
            assertThat(bench.sample(3000).items()).isEqualTo(3000);
        }
    }

    @Test
    void sizesAreFreeForReferencesToo() {
        assertThat(workload.variants(new RoundhouseRailwayReferences(), best))
                .isEqualTo(workload.variants(new RoundhouseRailway(), best));
    }

    @Test
    void whoHasNoTrainsIsTriedInItsOwnSizes() {
        assertThat(workload.variants(new LimitTransfer(), best))
                .isEqualTo(workload.variants(new LimitTransfer(), given));
    }

    @Test
    void theChosenSizesAreWhatIsMeasured() throws Exception {
        Variant chosen = Variant.of("wait", "adaptive").with("trains", 3).with("capacity", 7);

        try (Bench bench = workload.open(new RoundhouseRailway(), best, chosen)) {
            assertThat(bench.config()).contains("trains=3 capacity=7");
            assertThat(bench.sample(1000).items()).isEqualTo(1000);
        }
    }
}
