package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results that compete: one setting of one workload, one metric.
 *
 * @param table the study's table, or empty
 * @param workload its name
 * @param parameters the setting
 * @param metric what was measured
 * @param results the systems, in the order of the result file
 */
public record Group(
        String table, String workload, Map<String, Object> parameters, String metric, List<Result> results) {

    /** The system that stands for what the machine can do. */
    public static final String LIMIT = "limit";

    private record Key(
            @Nullable String table, String workload, Map<String, Object> parameters, String metric) {}

    /** All groups of a run, in the order of their first results. */
    public static List<Group> of(LabResult run) {
        Map<Key, List<Result>> byKey = new LinkedHashMap<>();
        for (Result result : run.results()) {
            Key key = new Key(result.table(), result.workload(), result.parameters(), result.metric());
            byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(result);
        }
        return byKey.entrySet().stream()
                .map(
                        entry ->
                                new Group(
                                        entry.getKey().table() == null ? "" : entry.getKey().table(),
                                        entry.getKey().workload(),
                                        entry.getKey().parameters(),
                                        entry.getKey().metric(),
                                        List.copyOf(entry.getValue())))
                .toList();
    }

    /** The unit of all results here. */
    public String unit() {
        return results.getFirst().unit();
    }

    /** Whether larger is better. */
    public boolean higherIsBetter() {
        return results.getFirst().higherIsBetter();
    }

    /** The machine's own bound, where it was measured. */
    public Optional<Result> limit() {
        return results.stream().filter(result -> result.system().equals(LIMIT)).findFirst();
    }

    /** The systems, the best first, without the limit. */
    public List<Result> ranking() {
        return results.stream()
                .filter(result -> !result.system().equals(LIMIT))
                .sorted((one, other) -> better(one, other))
                .toList();
    }

    /** The result of a system at its best. */
    public Optional<Result> of(String system) {
        return results.stream()
                .filter(result -> result.system().equals(system) && result.variant().equals(Result.BEST))
                .findFirst();
    }

    private int better(Result one, Result other) {
        return higherIsBetter()
                ? Double.compare(other.median(), one.median())
                : Double.compare(one.median(), other.median());
    }
}
