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
        String table,
        String workload,
        Map<String, Object> parameters,
        String metric,
        List<Result> results) {

    private record Key(
            @Nullable String table,
            String workload,
            Map<String, Object> parameters,
            String metric) {}

    /** All groups of a run, in the order of their first results. */
    public static List<Group> of(LabResult run) {
        Map<Key, List<Result>> byKey = new LinkedHashMap<>();
        for (Result result : run.results()) {
            Key key =
                    new Key(
                            result.table(),
                            result.workload(),
                            result.parameters(),
                            result.metric());
            byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(result);
        }
        return byKey.entrySet().stream()
                .map(entry ->
                        new Group(
                                entry.getKey().table() == null ? "" : entry.getKey().table(),
                                entry.getKey().workload(),
                                entry.getKey().parameters(),
                                entry.getKey().metric(),
                                List.copyOf(entry.getValue())))
                .toList();
    }

    /** The bound, where one was measured; of several the highest. */
    public Optional<Result> limit() {
        return results.stream().filter(Words::bound).min(Words.bestFirst());
    }

    /** The systems, the best first, without bounds. */
    public List<Result> ranking() {
        return results.stream()
                .filter(result -> !Words.bound(result))
                .sorted(Words.bestFirst())
                .toList();
    }
}
