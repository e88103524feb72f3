package io.roundhouse.lab.study;

import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a workload, measured by several systems in turns: a row of a table.
 *
 * @param table title of the table, in which names of parameters in braces stand for what they are
 *     in the cell that is measured, in words; rows of one table follow each other
 * @param workload name of the workload
 * @param parameters those that differ from the workload's defaults
 * @param systems the systems to measure; empty for all that implement the workload
 * @param published printed figures by system
 * @param publishedItems items of a sample at the scale {@code published}; 0 where the write-up does
 *     not say
 * @param goals what ours is held to here
 * @param goalsOfOthers what ours was held to before parameters were changed: told, not judged
 * @param whenQuick parameters that are others at the scales below {@code full}: a smaller crowd
 * @param whenSmoke parameters that are others at the scale {@code smoke}: something tiny
 * @param runs what counts at the scale {@code published}; null for all samples after a warm-up
 * @param whenFull whether it is left out at the scales below {@code full}
 * @param beyondSmoke whether it is left out at the scale {@code smoke}
 */
public record Cell(
        String table,
        String workload,
        Map<String, Object> parameters,
        List<String> systems,
        Map<String, Published> published,
        long publishedItems,
        List<Goal> goals,
        List<Goal> goalsOfOthers,
        Map<String, Object> whenQuick,
        Map<String, Object> whenSmoke,
        @Nullable Runs runs,
        boolean whenFull,
        boolean beyondSmoke) {

    /** Names of parameters in a title. */
    private static final Pattern NAMES = Pattern.compile("\\{([a-z ]+)}");

    /**
     * How a write-up's own figures were taken: the mean of the last runs of a process that begins
     * cold.
     *
     * @param all runs of a process
     * @param last how many of them count
     */
    public record Runs(int all, int last) {}

    /** A setting for all systems, without printed figures. */
    public static Cell of(String table, String workload, Map<String, Object> parameters) {
        return new Cell(
                table,
                workload,
                parameters,
                List.of(),
                Map.of(),
                0,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                null,
                false,
                false);
    }

    /** Whether that system is one of those to measure, as far as it implements the workload. */
    public boolean includes(String system) {
        return systems.isEmpty() || systems.contains(system);
    }

    /** This setting for these systems only. */
    public Cell among(String... names) {
        return with(draft -> draft.systems = List.of(names));
    }

    /** This setting with a printed figure beside a system, which is then one of those measured. */
    public Cell printed(String system, Published figure) {
        Map<String, Published> more = new LinkedHashMap<>(published);
        more.put(system, figure);
        List<String> names = new ArrayList<>(systems);
        if (!names.isEmpty() && !names.contains(system)) {
            names.add(system);
        }
        return with(draft -> {
            draft.systems = names;
            draft.published = more;
        });
    }

    /**
     * This setting with as many items a sample, at the scale {@code published}, as the write-up
     * used.
     */
    public Cell items(long count) {
        return with(draft -> draft.publishedItems = count);
    }

    /** This setting with what ours is held to. */
    public Cell heldTo(Goal... more) {
        return with(draft -> draft.goals = List.of(more));
    }

    /** This setting with other parameters at the scales below {@code full}. */
    public Cell whenQuick(Map<String, Object> smaller) {
        return with(draft -> draft.whenQuick = smaller);
    }

    /**
     * This setting with other parameters at the scale {@code smoke}, and then without the printed
     * figures, which are not of that size, and held to nothing.
     */
    public Cell whenSmoke(Map<String, Object> tiny) {
        return with(draft -> draft.whenSmoke = tiny);
    }

    /** This setting, at the scale {@code published} by the mean of the last of so many runs. */
    public Cell runs(int all, int last) {
        return with(draft -> draft.runs = new Runs(all, last));
    }

    /** This setting, left out at the scales below {@code full}. */
    public Cell fromFullOn() {
        return with(draft -> draft.whenFull = true);
    }

    /** This setting, left out at the scale {@code smoke}: it lies between the ends of a sweep. */
    public Cell notInSmoke() {
        return with(draft -> draft.beyondSmoke = true);
    }

    /**
     * This setting with these parameters on top of its own, also in its title, and figures printed
     * for it or none.
     */
    public Cell with(Map<String, Object> more, boolean stillPublished) {
        Map<String, Object> all = new LinkedHashMap<>(parameters);
        all.putAll(more);
        return with(draft -> {
            draft.table = titled(table, workload, all);
            draft.parameters = all;
            draft.published = stillPublished ? published : Map.of();
            draft.whenQuick = Map.of();
            draft.whenSmoke = Map.of();
            draft.whenFull = false;
            draft.beyondSmoke = false;
        });
    }

    /** This setting where other parameters than its goals mean were asked for: none is judged. */
    public Cell withOthersThanMeant() {
        return with(draft -> {
            draft.goals = List.of();
            draft.goalsOfOthers = both(goals, goalsOfOthers);
        });
    }

    /** This setting with goals that say which parameters they are meant for. */
    public Cell meantFor(Map<String, Object> meant) {
        return with(draft ->
                draft.goals =
                        goals.stream()
                                .map(goal -> goal.called(titled(goal.words(), workload, meant)))
                                .toList());
    }

    /** Whether all but the goals is the same, so that to measure it once is enough. */
    public boolean measuredAs(Cell other) {
        return withoutGoals().equals(other.withoutGoals());
    }

    private Cell withoutGoals() {
        return with(draft -> {
            draft.goals = List.of();
            draft.goalsOfOthers = List.of();
        });
    }

    /** This setting with the goals of another one that is measured as this one is. */
    public Cell withGoalsOf(Cell other) {
        return with(draft -> {
            draft.goals = both(goals, other.goals);
            draft.goalsOfOthers = both(goalsOfOthers, other.goalsOfOthers);
        });
    }

    private static List<Goal> both(List<Goal> some, List<Goal> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }

    private static String titled(String table, String workload, Map<String, Object> parameters) {
        int cores = Runtime.getRuntime().availableProcessors();
        return NAMES.matcher(table)
                .replaceAll(names -> {
                    Map<String, Object> some = new LinkedHashMap<>(parameters);
                    some.keySet().retainAll(List.of(names.group(1).split(" ")));
                    return Matcher.quoteReplacement(Words.setting(workload, some, cores));
                });
    }

    private Cell with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.cell();
    }

    /** A copy that is being changed. */
    private static final class Draft {
        private final Cell from;
        private String table;
        private Map<String, Object> parameters;
        private List<String> systems;
        private Map<String, Published> published;
        private long publishedItems;
        private List<Goal> goals;
        private List<Goal> goalsOfOthers;
        private Map<String, Object> whenQuick;
        private Map<String, Object> whenSmoke;
        private @Nullable Runs runs;
        private boolean whenFull;
        private boolean beyondSmoke;

        Draft(Cell from) {
            this.from = from;
            table = from.table;
            parameters = from.parameters;
            systems = from.systems;
            published = from.published;
            publishedItems = from.publishedItems;
            goals = from.goals;
            goalsOfOthers = from.goalsOfOthers;
            whenQuick = from.whenQuick;
            whenSmoke = from.whenSmoke;
            runs = from.runs;
            whenFull = from.whenFull;
            beyondSmoke = from.beyondSmoke;
        }

        Cell cell() {
            return new Cell(
                    table,
                    from.workload,
                    parameters,
                    systems,
                    published,
                    publishedItems,
                    goals,
                    goalsOfOthers,
                    whenQuick,
                    whenSmoke,
                    runs,
                    whenFull,
                    beyondSmoke);
        }
    }
}
