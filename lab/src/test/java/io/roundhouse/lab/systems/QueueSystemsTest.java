package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system of the lab's own, in every shape of {@code transfer} that a queue can do, in all of
 * its configurations: what they report is checked, so that coming through means that all is right.
 */
@Timeout(60)
class QueueSystemsTest {

    static Stream<Arguments> smallRuns() {
        return SmallRun.byTheLabsOwn(
                "transfer trains=8 capacity=16",
                "transfer trains=8 capacity=16 producers=3",
                "transfer trains=8 capacity=16 consumers=2 mode=share",
                "transfer trains=8 capacity=16 batch=7",
                "transfer trains=8 capacity=16 batch=2000",
                "transfer trains=8 capacity=16 producers=3 batch=7",
                "transfer trains=8 capacity=16 consumers=2 mode=share batch=7",
                "transfer trains=8 capacity=16 producers=2 consumers=2 mode=share batch=64");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("smallRuns")
    void passesSmallRuns(String words, String name) throws Exception {
        SmallRun.of(words).passesUnlessRefused(name);
    }

    @Test
    void queuesOfEveryKindTakePart() {
        assertThat(smallRuns().map(run -> run.get()[1]))
                .contains(
                        "roundhouse-queue",
                        "roundhouse-queue-polled",
                        "roundhouse-queue-unbounded",
                        "roundhouse-queue-growing",
                        "roundhouse-queue-longs");
    }

    @Test
    void whereBatchesAreAllowedBothSidesDoManyAtATimeAndTheSettingsSaySo() throws Exception {
        assertThat(by("roundhouse-queue", "transfer batch=64"))
                .containsExactly("offerMany-drain", "offerMany-pollMany");
        assertThat(by("roundhouse-queue-longs", "transfer batch=64"))
                .containsExactly("offerMany-drain");
        assertThat(by("roundhouse-queue-longs", "transfer")).containsExactly("offer-poll");
        assertThat(variants("roundhouse-queue", "transfer"))
                .noneMatch(variant -> variant.choices().containsKey("by"));
    }

    @Test
    void everyPauseIsTriedBeforeTheSecondBound() {
        assertThat(Pause.boundedVariants(true))
                .extracting(Variant::toString)
                .containsExactly(
                        "wait=park slots=65536",
                        "wait=yield slots=65536",
                        "wait=park slots=1024",
                        "wait=yield slots=1024");
    }

    private static Stream<String> by(String system, String run) throws Exception {
        return variants(system, run).stream().map(variant -> variant.word("by")).distinct();
    }

    @Test
    void aQueueThatGrowsSaysFromWhatToWhat() throws Exception {
        assertThat(variants("roundhouse-queue-growing", "transfer"))
                .isNotEmpty()
                .allSatisfy(variant ->
                        assertThat(variant.number("from")).isLessThan(variant.number("slots")));
    }

    private static List<Variant> variants(String system, String run) throws Exception {
        SmallRun small = SmallRun.of(run);
        return small.workload().variants(small.system(system), small.setting());
    }
}
