package io.roundhouse.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiWorkloadTest {

    private static double sumOf(int jobs, int steps) {
        return IntStream.range(0, jobs).mapToDouble(job -> PiParts.job(job, steps)).sum();
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "3, 7", "1000, 100", "100, 1000", "20001, 101"})
    void theSeriesIsWhereItShouldBe(int jobs, int steps) {
        assertThatCode(() -> PiWorkload.check(new PiOutcome(sumOf(jobs, steps), jobs), jobs, steps))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "300"})
    void aTotalWithoutOneOfTheFirstJobsIsWrong(int lost) {
        double sum = sumOf(1_000, 100) - PiParts.job(lost, 100);

        assertThatThrownBy(() -> PiWorkload.check(new PiOutcome(sum, 1_000), 1_000, 100))
                .isInstanceOf(WrongResult.class)
                .hasMessageContaining("1000 results of 1000 jobs of 100 steps, in all ");
    }

    @Test
    void aJobWhoseShareNobodySeesIsMissedByTheCount() {
        assertThatThrownBy(() ->
                        PiWorkload.check(new PiOutcome(sumOf(20_000, 100), 19_999), 20_000, 100))
                .isInstanceOf(WrongResult.class);
        assertThatThrownBy(() ->
                        PiWorkload.check(new PiOutcome(sumOf(20_000, 100), 20_001), 20_000, 100))
                .isInstanceOf(WrongResult.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1498, 1499", "1499, 1498", "700, 1400"})
    void oneOfFewJobsDoneTwiceInPlaceOfAnotherIsSeen(int twice, int never) {
        double sum = sumOf(1_500, 100) + PiParts.job(twice, 100) - PiParts.job(never, 100);

        assertThatThrownBy(() -> PiWorkload.check(new PiOutcome(sum, 1_500), 1_500, 100))
                .isInstanceOf(WrongResult.class);
    }

    @Test
    void moreTermsThanAnIntCanNumberAreRefused() {
        assertThatThrownBy(
                        () -> new PiWorkload().setting(Map.of("jobs", 2_000_000, "steps", 1_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2^30");
    }

    @Test
    void whoComputesComesUpBeforeTheTimeOfARunAndGoesHomeBehindIt() throws Exception {
        List<String> calls = new ArrayList<>();
        long[] upAndDown = new long[2];
        PiSession session =
                new PiSession() {
                    @Override
                    public void ready() {
                        calls.add("ready");
                        upAndDown[0] = System.nanoTime();
                    }

                    @Override
                    public PiOutcome compute(int jobs) {
                        calls.add("compute");
                        return new PiOutcome(sumOf(jobs, 10), jobs);
                    }

                    @Override
                    public void rest() {
                        upAndDown[1] = System.nanoTime();
                        calls.add("rest");
                    }
                };
        PiWorkload workload = new PiWorkload();
        Setting setting = workload.setting(Map.of("jobs", 100, "steps", 10));
        try (Bench bench =
                workload.open((_, _) -> session, new PiSpec(10, 2, 0, 2), Variant.ONLY, setting)) {
            Sample sample = bench.sample(100);

            assertThat(calls)
                    .containsExactly("ready", "compute", "rest", "ready", "compute", "rest");
            assertThat(sample.nanos()).isLessThanOrEqualTo(upAndDown[1] - upAndDown[0]);
        }
    }

    @Test
    void theSchedulerOfVirtualThreadsHasAsManyThreadsAsThereAreWorkers() {
        PiWorkload workload = new PiWorkload();

        assertThat(workload.flags(workload.setting(Map.of("workers", 3))))
                .contains("-Djdk.virtualThreadScheduler.parallelism=3");
    }
}
