package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run as tables of words: systems ranked for every setting, and for tables of a study that go
 * through many settings a row a setting, with what was published beside what was measured.
 */
public final class TextTables {

    /** The name of a column that says how ours does, as {@link Contest#betterBy} has it. */
    public static final String OURS_TO_BEST = "ours to the best (above 1: better)";

    /** From so many settings on, a study's table becomes one table. */
    private static final int SWEEP = 3;

    private TextTables() {}

    /** All tables of a run, in the order of its results. */
    public static List<TextTable> of(LabResult run) {
        Map<String, List<Group>> byTable = new LinkedHashMap<>();
        for (Group group : Group.of(run)) {
            byTable.computeIfAbsent(
                            group.table() + "\n" + group.metric(), table -> new ArrayList<>())
                    .add(group);
        }
        int cores = run.environment().cores();
        List<TextTable> tables = new ArrayList<>();
        for (List<Group> groups : byTable.values()) {
            if (groups.size() >= SWEEP && !groups.getFirst().table().isEmpty()) {
                tables.add(sweep(groups, cores));
            } else {
                groups.forEach(group -> tables.add(ranked(group, cores)));
            }
        }
        return tables;
    }

    // ---- targets --------------------------------------------------------------------------------

    /** What ours is held to, and what came of it; empty where there are no targets. */
    public static Optional<TextTable> targets(LabResult run) {
        if (run.targets().isEmpty()) {
            return Optional.empty();
        }
        long met =
                run.targets().stream()
                        .filter(target -> target.verdict().equals(Target.MET))
                        .count();
        return Optional.of(
                new TextTable(
                        "Targets: %d of %d met (%s)"
                                .formatted(met, run.targets().size(), circumstances(run)),
                        List.of("", "verdict", "asked", "median", "quartile", "against", "setting"),
                        run.targets().stream()
                                .map(target -> target(target, run.environment().cores()))
                                .toList()));
    }

    /** How thorough the run was and how quiet its machine, without which no target means much. */
    private static String circumstances(LabResult run) {
        Set<String> scales = new LinkedHashSet<>();
        run.results().forEach(one -> scales.add(one.scale()));
        Environment machine = run.environment();
        return "scale "
                + String.join(", ", scales)
                + ", load "
                + Figures.ratio(machine.load())
                + " on "
                + machine.cores()
                + " cores before it"
                + Disturbance.taken(run)
                        .map(share -> ", " + share + " taken by the host")
                        .orElse("")
                + CoreDistances.range(run)
                        .map(nanos -> ", core to core and back " + nanos)
                        .orElse("");
    }

    private static List<String> target(Target target, int cores) {
        return List.of(
                target.words(),
                target.verdict(),
                asked(target),
                shown(target.figure(), target),
                shown(target.quartile(), target),
                against(target),
                Words.setting(target.workload(), target.parameters(), cores));
    }

    /** The bar, such as {@code at least 15.0 ×} or {@code at most 200 B}. */
    public static String asked(Target target) {
        return (target.atLeast() ? "at least " : "at most ") + shown(target.bar(), target);
    }

    /** Whom a target was decided by, and what is to be said of that. */
    public static String against(Target target) {
        boolean both = !target.decidedBy().isEmpty() && !target.reason().isEmpty();
        return target.decidedBy() + (both ? ", " : "") + target.reason();
    }

    /** A figure of a target with its unit; empty where there is none. */
    public static String shown(@Nullable Double figure, Target target) {
        if (figure == null) {
            return "";
        }
        return target.unit().equals(Target.TIMES)
                ? Figures.ratio(figure) + " ×"
                : Figures.show(figure, target.unit());
    }

    // ---- one setting ----------------------------------------------------------------------------

    private static TextTable ranked(Group group, int cores) {
        boolean published = group.results().stream().anyMatch(result -> result.published() != null);
        String average = group.results().getFirst().average();
        List<String> header = new ArrayList<>(List.of("", average, "min to max", "of limit"));
        if (published) {
            header.add("published");
        }
        header.addAll(List.of("CPU/item", "bytes/item", "configuration"));
        List<List<String>> rows = new ArrayList<>();
        group.limit().ifPresent(limit -> rows.add(row(limit, group, published)));
        group.ranking().forEach(result -> rows.add(row(result, group, published)));
        return new TextTable(title(group, cores), header, rows).withoutEmptyColumns();
    }

    private static String title(Group group, int cores) {
        Result any = group.results().getFirst();
        String setting = Words.setting(group.workload(), group.parameters(), cores);
        String table = group.table().isEmpty() ? Words.title(group.workload()) : group.table();
        return table
                + " ("
                + (setting.isEmpty() ? "" : setting + "; ")
                + Words.axis(any)
                + ", "
                + Words.better(any)
                + ")";
    }

    private static List<String> row(Result result, Group group, boolean published) {
        Optional<Ratio> ofLimit =
                group.limit()
                        .filter(limit -> limit != result)
                        .flatMap(limit -> Ratio.of(result, limit));
        List<String> row = new ArrayList<>();
        row.add(result.label() + (result.incomplete() ? " (incomplete)" : ""));
        row.add(Figures.show(result.figure(), result.unit()));
        row.add(Figures.range(result.min(), result.max(), result.unit()));
        row.add(ofLimit.map(Figures::ratio).orElse(""));
        if (published) {
            row.add(Words.publishedFigure(result));
        }
        row.add(
                result.cpuNanosPerItem() == null
                        ? ""
                        : Figures.show(result.cpuNanosPerItem(), "ns"));
        row.add(result.bytesPerItem() == null ? "" : Figures.bytes(result.bytesPerItem()));
        row.add(Words.config(result));
        return row;
    }

    // ---- many settings --------------------------------------------------------------------------

    private static TextTable sweep(List<Group> groups, int cores) {
        Result any = groups.getFirst().results().getFirst();
        Set<String> systems = new LinkedHashSet<>();
        groups.forEach(group ->
                group.results().stream()
                        .sorted(Words.bestFirst())
                        .forEach(result -> systems.add(result.label())));
        List<String> varying = varying(groups);
        List<String> header = new ArrayList<>(List.of(String.join(", ", varying), "published"));
        header.addAll(systems);
        header.add(OURS_TO_BEST);
        List<List<String>> rows = new ArrayList<>();
        for (Group group : groups) {
            List<String> row = new ArrayList<>();
            row.add(
                    String.join(
                            ", ",
                            varying.stream()
                                    .map(name -> value(name, group.parameters().get(name), cores))
                                    .toList()));
            row.add(Words.publishedFigures(group.results()));
            for (String system : systems) {
                row.add(
                        group.results().stream()
                                .filter(result -> result.label().equals(system))
                                .findFirst()
                                .map(result -> Figures.show(result.figure(), result.unit()))
                                .orElse(""));
            }
            row.add(toRival(group));
            rows.add(row);
        }
        return new TextTable(
                        groups.getFirst().table()
                                + " ("
                                + Words.axis(any)
                                + ", "
                                + Words.better(any)
                                + ")",
                        header,
                        rows)
                .withoutEmptyColumns();
    }

    /** Empty where ours is alone. */
    private static String toRival(Group group) {
        return Contest.of(group.results()).stream()
                .findFirst()
                .flatMap(Contest::betterBy)
                .map(ratio -> Figures.ratio(ratio.median()))
                .orElse("");
    }

    private static String value(String name, @Nullable Object value, int cores) {
        return Words.value(name, value) + Words.beyondCores(name, value, cores);
    }

    /** The parameters in which the settings differ. */
    private static List<String> varying(List<Group> groups) {
        Map<String, Object> first = groups.getFirst().parameters();
        return first.keySet().stream()
                .filter(name ->
                        groups.stream()
                                .anyMatch(group ->
                                        !Objects.equals(
                                                first.get(name), group.parameters().get(name))))
                .toList();
    }
}
