package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Study;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scale smoke is the whole path of each study, but tiny. */
class SmokeScaleTest {

    private static final Catalog CATALOG = TestCatalog.scan();

    /** Parameters that say how many there are of something, which takes time. */
    private static final List<String> SIZES = List.of("nodes", "actors", "processes", "jobs");

    private static final int TINY = 10_000;

    static Collection<Study> studies() {
        return CATALOG.studies().values();
    }

    private static List<Cell> cells(Study study, String scale) {
        MeasureOptions options = new MeasureOptions();
        options.scale = scale;
        return new Measuring(CATALOG, options, System.out, System.err).cells(study.cells());
    }

    /** A table without sizes, a workload in it, and a system; "all" where no system is named. */
    private static Set<List<String>> parts(List<Cell> cells) {
        return cells.stream()
                .flatMap(cell ->
                        (cell.systems().isEmpty() ? List.of("all") : cell.systems())
                                .stream()
                                        .map(system ->
                                                List.of(kind(cell), cell.workload(), system)))
                .collect(Collectors.toSet());
    }

    private static String kind(Cell cell) {
        return cell.table().replaceAll("[\\d,]+ (?=jobs|nodes)", "");
    }

    @ParameterizedTest
    @MethodSource("studies")
    void everyTableWorkloadAndSystemIsThere(Study study) {
        assertThat(parts(cells(study, "smoke"))).isEqualTo(parts(cells(study, "quick")));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void everySizeIsTiny(Study study) {
        assertThat(cells(study, "smoke"))
                .allSatisfy(cell ->
                        assertThat(cell.parameters())
                                .allSatisfy((name, value) -> {
                                    if (SIZES.contains(name)) {
                                        assertThat(((Number) value).intValue())
                                                .as(name)
                                                .isLessThanOrEqualTo(TINY);
                                    }
                                }));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void rowsOfATableStillDiffer(Study study) {
        assertThat(cells(study, "smoke"))
                .extracting(cell -> List.of(cell.table(), cell.workload(), cell.parameters()))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("studies")
    void aPrintedFigureStandsBesideNoOtherSize(Study study) {
        for (Cell cell : cells(study, "smoke")) {
            cell.published()
                    .forEach((system, figure) ->
                            assertThat(study.cells())
                                    .as(figure.source())
                                    .anyMatch(whole ->
                                            figure.equals(whole.published().get(system))
                                                    && cell.parameters()
                                                            .entrySet()
                                                            .containsAll(
                                                                    whole.parameters()
                                                                            .entrySet())));
        }
    }

    @Test
    void whatIsPrintedForASizeThatIsRunStandsBesideIt() {
        assertThat(
                        Stream.of("rings", "spawn-chain", "railway")
                                .map(name -> Objects.requireNonNull(CATALOG.studies().get(name))))
                .allSatisfy(study ->
                        assertThat(cells(study, "smoke"))
                                .anyMatch(cell -> !cell.published().isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void otherScalesHaveTheirOwnSizesAndFigures(Study study) {
        for (String scale : List.of("full", "published")) {
            assertThat(cells(study, scale))
                    .hasSameSizeAs(study.cells())
                    .zipSatisfy(
                            study.cells(),
                            (cell, whole) -> {
                                assertThat(cell.parameters())
                                        .containsAllEntriesOf(whole.parameters());
                                assertThat(cell.published()).isEqualTo(whole.published());
                            });
        }
    }
}
