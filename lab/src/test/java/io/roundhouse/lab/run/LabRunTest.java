package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Target;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Goal;
import io.roundhouse.lab.verdict.ResultFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs with systems that misbehave: whatever one does, the others are measured. */
@Timeout(120)
class LabRunTest {

    private static final Scale SMOKE = Scale.ALL.getFirst();
    private static final Cell TRANSFER =
            Cell.of("", "transfer", Map.of("trains", 2, "capacity", 4));

    private static LabResult run(Scale scale, String... systems) throws InterruptedException {
        return run(scale, Progress.SILENT, new Children(List.of()), TRANSFER, systems);
    }

    private static LabResult run(
            Scale scale, Progress progress, Children children, Cell cell, String... systems)
            throws InterruptedException {
        LabRun run = new LabRun("a test", "a-study", List.of(cell), Set.of(systems), scale, 0);
        return run.run(TestCatalog.scan(), children, ResultFixture.environment(0), progress);
    }

    @Test
    void whereAWriteUpAveragesItsLastRunsSoDoesTheLab() throws InterruptedException {
        Scale published = new Scale("published", 1, 2, 5, 10, 2, 20_000);
        Cell cell = Cell.of("", "pi", Map.of("jobs", 500)).runs(7, 3);

        LabResult result =
                run(published, Progress.SILENT, new Children(List.of()), cell, "threads");

        Result time = result.results().getFirst();
        assertThat(time.samples()).hasSize(3);
        assertThat(time.rounds()).containsExactly(5, 6, 7);
        assertThat(time.incomplete()).isFalse();
        double sum = time.samples().stream().mapToDouble(Double::doubleValue).sum();
        assertThat(time.mean()).isCloseTo(sum / 3, Offset.offset(1e-3));
        assertThat(time.figure()).isEqualTo(time.mean());
    }

    @Test
    void elsewhereAllSamplesCountByTheirMedian() throws InterruptedException {
        Cell cell = Cell.of("", "pi", Map.of("jobs", 500)).runs(7, 3);

        LabResult result = run(SMOKE, Progress.SILENT, new Children(List.of()), cell, "threads");

        Result time = result.results().getFirst();
        assertThat(time.samples()).hasSize(SMOKE.samples());
        assertThat(time.mean()).isNull();
        assertThat(time.figure()).isEqualTo(time.median());
    }

    @Test
    void howFarProcessorsWereIsKeptForEachSetting() throws InterruptedException {
        Cell cell = Cell.of("", "pi", Map.of("jobs", 500));

        LabResult result = run(SMOKE, Progress.SILENT, new Children(List.of()), cell, "threads");

        CoreDistance distance = result.distances().getFirst();
        assertThat(distance.workload()).isEqualTo("pi");
        assertThat(distance.parameters()).containsEntry("jobs", 500);
        assertThat(distance.rounds()) // a loaded machine may not tell it for all
                .isSubsetOf(result.results().getFirst().rounds())
                .hasSameSizeAs(distance.roundTripNanos());
    }

    private static List<String> measured(LabResult result) {
        return result.results().stream().map(Result::system).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "lying, wrong result: consumer 0 saw",
        "losing, wrong result: consumer 0 saw",
        "throwing, a planted exception",
        "crashing, ended with status 42: a planted crash",
        "undecided, offers no configuration",
        "forging, rates in its answer: NaN is no number",
        "forging-a-histogram, goods in its answer: no histogram",
        "forging-its-choices, variants in its answer: none by choices"
    })
    void aSystemThatFailsIsReportedAndTheOthersAreMeasured(String bad, String reason)
            throws InterruptedException {
        LabResult result = run(SMOKE, bad, "sound");

        assertThat(measured(result)).containsExactly("sound");
        assertThat(result.failures()).hasSize(1);
        Failure failure = result.failures().getFirst();
        assertThat(failure.system()).isEqualTo(bad);
        assertThat(failure.workload()).isEqualTo("transfer");
        assertThat(failure.parameters()).containsEntry("capacity", 4);
        assertThat(failure.reason()).contains(reason);
    }

    @Test
    void whatTheLabFailsInCostsThatSettingOnly() throws InterruptedException {
        Goal better = Goal.better(1, "better than everybody").of("sound", "");
        Goal twice = Goal.better(2, "twice as good as threads", "threads").of("sound", "");
        Cell pi = Cell.of("", "pi", Map.of("jobs", 500));
        LabRun run =
                new LabRun(
                        "a test",
                        null,
                        List.of(TRANSFER.heldTo(better, twice), pi),
                        Set.of("sound", "threads"),
                        SMOKE,
                        0);
        Progress faulty =
                new Recorder() {
                    @Override
                    public void turn(String system, String phase, double part) {
                        if (system.equals("sound") && phase.startsWith("sample")) {
                            throw new IllegalStateException("a planted fault");
                        }
                    }
                };

        LabResult result =
                run.run(
                        TestCatalog.scan(),
                        new Children(List.of()),
                        ResultFixture.environment(0),
                        faulty);

        assertThat(measured(result)).containsExactly("threads");
        assertThat(result.failures()).extracting(Failure::system).containsExactly("sound");
        assertThat(result.failures().getFirst().workload()).isEqualTo("transfer");
        String failure = "the lab failed: java.lang.IllegalStateException: a planted fault";
        assertThat(result.failures().getFirst().reason()).isEqualTo(failure);
        assertThat(result.targets())
                .extracting(Target::words, Target::verdict, Target::reason)
                .containsExactly(
                        tuple(better.words(), Target.NOT_MEASURED, failure),
                        tuple(twice.words(), Target.NOT_MEASURED, failure));
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void whatASystemDidBeforeItLostGoodsIsNoResult() throws InterruptedException {
        LabResult result = run(SMOKE.withSamples(100), "wearing-out", "sound");

        assertThat(measured(result)).containsExactly("sound");
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().system()).isEqualTo("wearing-out");
        assertThat(result.failures().getFirst().reason()).contains("wrong result");
    }

    @Test
    void aSystemThatHangsIsEndedWhenItsTimeIsOver() throws InterruptedException {
        LabResult result = run(SMOKE.withLimitMillis(10_000), "hanging", "sound");

        assertThat(measured(result)).containsExactly("sound");
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().reason())
                .contains("no answer to 'warm'")
                .contains("ended");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void whatASystemPrintsIsNoAnswer() throws InterruptedException {
        LabResult result = run(SMOKE, "babbling");

        assertThat(result.failures()).isEmpty();
        assertThat(measured(result)).containsExactly("babbling");
        assertThat(result.results().getFirst().max()).isLessThan(1e12);
    }

    @Test
    void aSystemThatDoesNotKeepStillBetweenItsTurnsIsOut() throws InterruptedException {
        LabResult result = run(SMOKE.withSamples(6).withTimes(400, 20, 5), "restless", "sound");

        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().system()).isEqualTo("restless");
        assertThat(result.failures().getFirst().reason()).contains("of waiting for its turn");
        Result sound = byName(result, "sound");
        assertThat(sound.samples()).hasSize(6);
        assertThat(sound.incomplete()).isFalse();
        assertThat(byName(result, "restless").incomplete()).isTrue();
    }

    @Test
    void neitherMayTheProgramsItHasStarted() throws InterruptedException {
        LabResult result = run(SMOKE.withSamples(6).withTimes(400, 20, 5), "employing", "sound");

        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().system()).isEqualTo("employing");
        assertThat(result.failures().getFirst().reason()).contains("of waiting for its turn");
        assertThat(byName(result, "sound").incomplete()).isFalse();
    }

    @Test
    void refusalsAndAbsencesAreNoFailures() throws InterruptedException {
        LabResult result = run(SMOKE, "refusing", "missing", "uninstalled", "sound");

        assertThat(measured(result)).containsExactly("sound");
        assertThat(result.failures()).isEmpty();
        assertThat(result.skipped()).hasSize(1);
        assertThat(result.skipped().getFirst().reason()).isEqualTo("a matter of principle");
        assertThat(result.unavailable())
                .containsExactlyInAnyOrder(
                        new Unavailable("missing", "the planet is wrong; install another"),
                        new Unavailable(
                                "uninstalled",
                                "no-such-command-anywhere not found; install the no-such package"));
    }

    @Test
    void theBestConfigurationIsMeasuredAndTheDefaultBesideIt() throws InterruptedException {
        LabResult result = run(SMOKE.withTimes(5, 10, 20), "choosy");

        assertThat(result.results()).hasSize(2);
        assertThat(result.results().get(0).variant()).isEqualTo(Result.DEFAULT);
        assertThat(result.results().get(0).config()).isEqualTo("way=slow");
        assertThat(result.results().get(1).variant()).isEqualTo(Result.BEST);
        assertThat(result.results().get(1).config()).isEqualTo("way=fast (of 3 tried)");
    }

    @Test
    void aConfigurationThatLosesGoodsIsAFailureThoughOthersAreSound() throws InterruptedException {
        LabResult result = run(SMOKE.withTimes(5, 10, 20), "choosy");

        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().system()).isEqualTo("choosy");
        assertThat(result.failures().getFirst().reason())
                .startsWith("way=wrong: wrong result: consumer 0 saw");
        assertThat(result.results()).extracting(Result::config).doesNotContain("way=wrong");
    }

    @Test
    void everyConfigurationIsTriedInAProcessOfItsOwn() throws InterruptedException {
        LabResult result = run(SMOKE.withTimes(5, 10, 20), "jealous");

        assertThat(result.failures()).isEmpty();
        assertThat(result.results()).hasSize(1);
        assertThat(result.results().getFirst().config()).isEqualTo("way=fast (of 2 tried)");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void atTheScaleSmokeConfigurationsAreTriedInTheFirstSettingOfAWorkload()
            throws InterruptedException {
        assertThat(triedIn(SMOKE)).containsExactly(true, false);
    }

    @Test
    void atOtherScalesConfigurationsAreTriedInEverySetting() throws InterruptedException {
        assertThat(triedIn(new Scale("quick", 1, 2, 5, 10, 20, 20_000)))
                .containsExactly(true, true);
    }

    /** Whether it was looked for the best, in two settings. */
    private static List<Boolean> triedIn(Scale scale) throws InterruptedException {
        Cell other = Cell.of("", "transfer", Map.of("trains", 2, "capacity", 8));
        LabRun run =
                new LabRun(
                        "a test", "a-study", List.of(TRANSFER, other), Set.of("jealous"), scale, 0);
        LabResult result =
                run.run(
                        TestCatalog.scan(),
                        new Children(List.of()),
                        ResultFixture.environment(0),
                        Progress.SILENT);
        return result.results().stream().map(one -> one.config().contains("tried")).toList();
    }

    @Test
    void aBoundSaysThatItIsOne() throws InterruptedException {
        LabResult result = run(SMOKE, "limit", "sound");

        assertThat(byName(result, "limit").bound()).isTrue();
        assertThat(byName(result, "limit").config()).contains("block=");
        assertThat(byName(result, "sound").bound()).isFalse();
    }

    @Test
    void samplesOfARoundAreTakenNextToEachOtherInAnOrderThatRotates() throws InterruptedException {
        Recorder recorder = new Recorder();
        LabResult result =
                run(
                        SMOKE.withForks(2),
                        recorder,
                        new Children(List.of()),
                        TRANSFER,
                        "sound",
                        "choosy");

        List<String> sound =
                recorder.turns.stream().filter(turn -> turn.startsWith("sound sample")).toList();
        assertThat(sound)
                .containsExactly(
                        "sound sample 1 of 4",
                        "sound sample 2 of 4",
                        "sound sample 3 of 4",
                        "sound sample 4 of 4");
        assertThat(recorder.first(1)).isNotEqualTo(recorder.first(2));
        for (Result one : result.results()) {
            assertThat(one.rounds()).containsExactly(1, 2, 3, 4);
            assertThat(one.samples()).hasSize(4).allMatch(sample -> sample > 0);
        }
    }

    @Test
    void aResultSaysWhatWasMeasuredAndHow() throws InterruptedException {
        Cell cell =
                Cell.of("a table", "transfer", Map.of("trains", 2, "capacity", 4))
                        .printed("sound", Published.of(5, "somebody, somewhere"));
        Children children = new Children(List.of("-XX:+UseSerialGC"));

        Result one = run(SMOKE, Progress.SILENT, children, cell, "sound").results().getFirst();

        assertThat(one.study()).isEqualTo("a-study");
        assertThat(one.table()).isEqualTo("a table");
        assertThat(one.parameters())
                .containsEntry("producers", 1)
                .containsEntry("trains", 2)
                .containsEntry("mode", "each");
        assertThat(one.metric()).isEqualTo("goods");
        assertThat(one.unit()).isEqualTo("1/s");
        assertThat(one.better()).isEqualTo("higher");
        assertThat(one.checksum()).isEqualTo("ok");
        assertThat(one.jvm()).endsWith(", -XX:+UseSerialGC");
        assertThat(one.scale()).isEqualTo("smoke");
        assertThat(one.published()).isEqualTo(Published.of(5, "somebody, somewhere"));
        assertThat(one.min()).isLessThanOrEqualTo(one.median());
        assertThat(one.median()).isLessThanOrEqualTo(one.max());
        assertThat(one.items()).isPositive();
        assertThat(one.bytesPerItem()).isNotNull();
        assertThat(one.series()).isNotNull();
        assertThat(one.series().seconds()).isSorted().hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void aRunThatIsStoppedKeepsWhatItHas() throws InterruptedException {
        Children children = new Children(List.of());
        Recorder stopper =
                new Recorder() {
                    @Override
                    public void turn(String system, String phase, double part) {
                        if (phase.startsWith("sample 3")) {
                            children.stop();
                        }
                    }
                };

        LabResult result = run(SMOKE.withSamples(1_000), stopper, children, TRANSFER, "sound");

        Result one = result.results().getFirst();
        assertThat(one.incomplete()).isTrue();
        assertThat(one.samples()).hasSize(2);
        assertThat(result.failures()).isEmpty();
        assertThat(result.incomplete()).isTrue();
        assertThat(result.missing()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a new setting", "starting", "a first try", "warming up"})
    void aRunThatIsStoppedSaysWhatItDidNotGetTo(String when) throws InterruptedException {
        Children children = new Children(List.of());
        Recorder stopper =
                new Recorder() {
                    private boolean second;

                    @Override
                    public void cell(int index, int count, String title) {
                        second = index == 1;
                        turn("", "a new setting", 0);
                    }

                    @Override
                    public void turn(String system, String phase, double part) {
                        if (second && phase.equals(when)) {
                            children.stop();
                        }
                    }
                };
        Cell later = Cell.of("", "transfer", Map.of("trains", 3, "capacity", 4));
        Cell last = Cell.of("", "transfer", Map.of("trains", 4, "capacity", 4)).among("sound");
        LabRun run =
                new LabRun(
                        "a test",
                        null,
                        List.of(TRANSFER, later, last),
                        Set.of("sound", "babbling", "refusing"),
                        SMOKE.withTimes(5, 10, 2),
                        0);

        LabResult result =
                run.run(TestCatalog.scan(), children, ResultFixture.environment(0), stopper);

        assertThat(measured(result)).containsExactlyInAnyOrder("sound", "babbling");
        assertThat(result.results()).noneMatch(Result::incomplete);
        assertThat(result.incomplete()).isTrue();
        assertThat(result.missing())
                .extracting(one -> one.system() + " " + one.parameters().get("trains"))
                .contains("sound 3", "babbling 3", "sound 4")
                .doesNotContain("babbling 4", "sound 2", "refusing 2");
        assertThat(result.failures()).isEmpty();
    }

    @Test
    void aRunThatIsStoppedWhenAllIsDoneIsComplete() throws InterruptedException {
        Children children = new Children(List.of());
        Recorder stopper =
                new Recorder() {
                    @Override
                    public void end() {
                        children.stop();
                    }
                };

        LabResult result = run(SMOKE, stopper, children, TRANSFER, "sound");

        assertThat(result.incomplete()).isFalse();
        assertThat(result.missing()).isEmpty();
    }

    private static Result byName(LabResult result, String system) {
        return result.results().stream()
                .filter(one -> one.system().equals(system))
                .findFirst()
                .orElseThrow();
    }

    private static class Recorder implements Progress {
        final List<String> turns = new ArrayList<>();

        String first(int sample) {
            return turns.stream()
                    .filter(turn -> turn.contains("sample " + sample + " "))
                    .findFirst()
                    .orElseThrow()
                    .split(" sample")[0];
        }

        @Override
        public void cell(int index, int count, String title) {}

        @Override
        public void turn(String system, String phase, double part) {
            turns.add(system + " " + phase);
        }

        @Override
        public void note(String line) {}

        @Override
        public void end() {}
    }
}
