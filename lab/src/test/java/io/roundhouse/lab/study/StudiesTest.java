package io.roundhouse.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import java.util.List;
import java.util.Map;
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

    /** Goods that a producer can put on a train. */
    private static int shareOfATrain(Cell cell) {
        Map<String, Object> parameters = cell.parameters();
        int capacity = (int) parameters.getOrDefault("capacity", 32768);
        return capacity / (int) parameters.getOrDefault("producers", 1);
    }
}
