package io.roundhouse.lab.cli;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.study.Study;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The contenders that do a workload in some study, and not where only the heart of each is
 * measured: so that nobody takes the best of a few for the best of all.
 */
final class LeftOut {

    private final Catalog catalog;
    private final List<Cell> cells;

    /** Of a run that measures these settings. */
    LeftOut(Catalog catalog, List<Cell> cells) {
        this.catalog = catalog;
        this.cells = cells;
    }

    /** Who they are and the commands that measure them, in a sentence; empty without any. */
    String sentence() {
        String workloads =
                cells.stream()
                        .map(Cell::workload)
                        .distinct()
                        .flatMap(workload -> of(workload).stream())
                        .collect(Collectors.joining("; "));
        return workloads.isEmpty()
                ? ""
                : "Systems of the studies that are left out here: " + workloads + ".";
    }

    /** Those of a workload, by the studies that have most of them. */
    private List<String> of(String workload) {
        Set<String> left = new LinkedHashSet<>();
        catalog.studies().values().forEach(study -> left.addAll(measured(workload, study.cells())));
        left.removeAll(measured(workload, cells));
        List<String> parts = new ArrayList<>();
        while (!left.isEmpty()) {
            Study most =
                    catalog.studies().values().stream()
                            .max(
                                    Comparator.comparing((Study study) ->
                                                    among(left, workload, study).size())
                                            .thenComparing(LeftOut::ofAWriteUp))
                            .orElseThrow();
            List<String> some = among(left, workload, most);
            some.forEach(left::remove);
            parts.add(
                    "%s %s (./roundhouse study %s)"
                            .formatted(workload, String.join(", ", some), most.name()));
        }
        return parts;
    }

    /** Rather than of ratios that ours is held to. */
    private static boolean ofAWriteUp(Study study) {
        return !study.name().endsWith("-targets");
    }

    private List<String> among(Set<String> left, String workload, Study study) {
        return measured(workload, study.cells()).stream().filter(left::contains).toList();
    }

    private List<String> measured(String workload, List<Cell> settings) {
        Workload job = Objects.requireNonNull(catalog.workloads().get(workload));
        Predicate<FoundSystem> takesPart =
                system ->
                        settings.stream()
                                .anyMatch(cell ->
                                        cell.workload().equals(workload)
                                                && cell.includes(system.name()));
        return catalog.systems().values().stream()
                .filter(system -> system.available() && !system.bound())
                .filter(system -> system.implementsAdapter(job.adapter()))
                .filter(takesPart)
                .map(FoundSystem::name)
                .toList();
    }
}
