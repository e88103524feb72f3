package io.roundhouse.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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

    /** Goods that a producer can put on a train. */
    private static int shareOfATrain(Cell cell) {
        Map<String, Object> parameters = cell.parameters();
        int capacity = (int) parameters.getOrDefault("capacity", 32768);
        return capacity / (int) parameters.getOrDefault("producers", 1);
    }
}
