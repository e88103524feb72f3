package io.roundhouse.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.study.Goal.Measure;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Within a setting all do the same job. */
class StudiesTest {

    @Test
    void wholeArraysAreNotHeldAgainstGoodsOneByOneOrInSmallBatches() {
        for (Study study : TestCatalog.scan().studies().values()) {
            for (Cell cell : study.cells()) {
                if (cell.workload().equals("transfer") && shareOfATrain(cell) <= 10) {
                    List<String> systems = cell.systems();
                    assertThat(systems)
                            .as(study.name() + " " + cell)
                            .isNotEmpty()
                            .noneMatch(system -> system.contains("long-array"));
                }
            }
        }
    }

    @Test
    void everySettingAndEveryGoalMeansSomething() {
        Catalog catalog = TestCatalog.scan();
        for (Study study : catalog.studies().values()) {
            for (Cell cell : study.cells()) {
                Workload workload =
                        Objects.requireNonNull(catalog.workloads().get(cell.workload()));
                workload.setting(cell.parameters());
                workload.setting(cell.with(cell.whenQuick(), true).parameters());
                workload.setting(cell.with(cell.whenSmoke(), false).parameters());
                for (Goal goal : cell.goals()) {
                    assertThat(goal.bar()).as(goal.words()).isPositive();
                    assertThat(workload.metrics().stream().map(Metric::name))
                            .as(goal.words())
                            .contains(
                                    goal.metric().isEmpty()
                                            ? workload.metrics().getFirst().name()
                                            : goal.metric());
                    if (!cell.systems().isEmpty()) {
                        assertThat(cell.systems())
                                .contains(goal.system())
                                .containsAll(goal.against());
                    }
                }
            }
        }
    }

    @Test
    void whatAMailboxMayHoldItMayHoldInEverySample() {
        List<Goal> ofFloods =
                new ActorTargets()
                        .cells().stream()
                                .filter(cell -> cell.workload().equals("flood"))
                                .flatMap(cell -> cell.goals().stream())
                                .filter(goal -> !goal.metric().isEmpty())
                                .toList();

        assertThat(ofFloods).hasSize(4).allMatch(goal -> goal.measure() == Measure.CEILING);
    }

    @Test
    void whoIsHeldToAGoalWithItsDefaultIsMeasuredWithIt() {
        Catalog catalog = TestCatalog.scan();
        for (Study study : catalog.studies().values()) {
            study.cells().stream()
                    .flatMap(cell -> cell.goals().stream())
                    .filter(goal -> !goal.best())
                    .forEach(goal ->
                            assertThat(catalog.systems().get(goal.system()))
                                    .as(goal.words())
                                    .matches(FoundSystem::showDefault));
        }
    }

    /** It has a queue whose consumer sleeps, which is ahead of ours in README's idle rows. */
    @Test
    void jctoolsStandsBesideTheOthersWhereAQueueIsMostlyIdle() {
        assertThat(new QueuesStudy().cells())
                .filteredOn(cell -> "one".equals(cell.parameters().get("ends")))
                .isNotEmpty()
                .allMatch(cell -> cell.systems().contains("jctools"));
    }

    @Test
    void modelsGoThroughSixteenWorkersAndBelowFullThroughFewer() {
        List<Cell> cells = new ModelsStudy().cells();

        assertThat(cells.stream().map(cell -> cell.parameters().get("workers")).distinct())
                .contains(1, 2, 3, 16);
        assertThat(
                        cells.stream()
                                .filter(cell -> !cell.whenFull())
                                .map(cell -> cell.parameters().get("workers"))
                                .filter(Objects::nonNull)
                                .distinct())
                .containsExactly(1, 2, 4, 8, 16);
        assertThat(cells).allMatch(cell -> new Cell.Runs(30, 10).equals(cell.runs()));
    }

    /** Of which no figure was printed. */
    @Test
    void whatWasPrintedInWordsStandsThere() {
        assertThat(new RailwayStudy().cells())
                .filteredOn(cell -> cell.published().containsKey("framework-v1"))
                .isNotEmpty()
                .allMatch(cell -> cell.table().contains("of version 2: no significant gain"))
                .allMatch(cell -> cell.table().contains("of version 3: better"));
    }

    @Test
    void goalsSayWhatIsMeasuredThoughItIsLessBelowFull() {
        for (Study study : TestCatalog.scan().studies().values()) {
            for (Cell cell : study.cells()) {
                Map<String, Object> quick = cell.with(cell.whenQuick(), true).parameters();
                if (!cell.whenQuick().isEmpty() && !cell.goals().isEmpty()) {
                    assertThat(words(cell.meantFor(quick)))
                            .as(study.name() + " " + cell)
                            .doesNotContainAnyElementsOf(words(cell.meantFor(cell.parameters())))
                            .noneMatch(words -> words.contains("{"));
                }
            }
        }
        assertThat(new ActorTargets().cells())
                .filteredOn(cell -> cell.workload().equals("spawn-chain"))
                .flatExtracting(cell -> words(cell.meantFor(cell.parameters())))
                .allMatch(words -> words.contains("1,000,000"));
    }

    private static List<String> words(Cell cell) {
        return cell.goals().stream().map(Goal::words).toList();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "railway | 500000 2681850373 | framework",
                "railway | 4400000 11250000 113450000 162597109 | 3 producers",
                "railway | 5190883 10282820 104878614 344614640 608112493 767028751 | one train",
                "railway | 7492684 14754786 174227656 613555475 940144900 797806764 | two trains",
                "railway | 10917951 31233310 42791962 53220057 71812166 | many trains",
                "railway | 116604397 432055469 1569884271 100000000 8000000 | others",
                "spawn-chain | 127000000 108000000 754000000 7834000000 | Akka",
                "spawn-chain | 5000000 52000000 246000000 1535000000 1815 | Erlang, ping-pong",
                "rings | 1292758 202810 1648533 1180261 1597623 | one token",
                "rings | 200000 11000000 120000000 | making nodes",
                "rings | 291971 68966 | the better test",
            })
    void everyPrintedFigureStandsBesideItsSystem(String study, String figures, String table) {
        List<Long> printed =
                Objects.requireNonNull(TestCatalog.scan().studies().get(study)).cells().stream()
                        .flatMap(cell -> cell.published().values().stream())
                        .map(figure -> Math.round(figure.value()))
                        .toList();

        assertThat(printed)
                .as(table)
                .containsAll(Stream.of(figures.split(" ")).map(Long::valueOf).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spawn-chain | 201 127 203 90 74 ms",
                "spawn-chain | 10 runs: 201 126 183 250 76 99 112 47 67 205 ms",
                "spawn-chain | 1079 511 94 85 108 ms",
                "spawn-chain | 2289 967 754 739 752 ms",
                "spawn-chain | 9184 7834 8163 7470 7585 ms",
                "rings | 151,511 and 121,712 ms",
                "rings | 306,866 and 334,774 ms",
                "rings | 578,093 ms",
                "rings | 200,308 ms, and 2,119,845 ms for 1,000M",
                "rings | 270,104 ms",
                "rings | 10, 8, 10, 13 and 9 ms; second machine 15 ms",
                "rings | 345, 356, 315, 410 and, on JDK 1.5, 124 ms",
                "rings | Core2Duo 57 s, Core2Quad 61 s",
                "rings | Core2Duo 78 s, Core2Quad 81 s",
                "rings | Core2Duo 89 s, Core2Quad 100 s",
                "rings | Core2Duo 82 s, Core2Quad 71 s",
                "rings | Core2Duo 137 s",
                "rings | Core2Duo 37 s, Core2Quad 43 s",
                "rings | Core2Duo 39 s, Core2Quad 25 s",
                "rings | Core2Duo 71 s, Core2Quad 80 s",
                "rings | Core2Duo 47 s, Core2Quad 30 s",
                "rings | Core2Duo 58 s",
            })
    void whereSeveralWerePrintedEachIsTold(String study, String words) {
        assertThat(Objects.requireNonNull(TestCatalog.scan().studies().get(study)).cells())
                .flatMap(cell -> cell.published().values())
                .anyMatch(figure -> figure.source().contains(words));
    }

    /** Goods that a producer can put on a train. */
    private static int shareOfATrain(Cell cell) {
        Map<String, Object> parameters = cell.parameters();
        int capacity = (int) parameters.getOrDefault("capacity", 32768);
        return capacity / (int) parameters.getOrDefault("producers", 1);
    }
}
