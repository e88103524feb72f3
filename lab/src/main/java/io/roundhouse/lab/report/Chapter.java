package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Contest;
import io.roundhouse.lab.verdict.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All that was measured of one workload, sorted into cards.
 *
 * @param workload name of the workload
 * @param id unique within the page
 * @param cards the cards: first those that show each system at its best, then the settings in the
 *     order of the results
 */
record Chapter(String workload, String id, List<Card> cards) {

    /** So many different values make a line; fewer are shown as bars. */
    private static final int POINTS_OF_A_LINE = 3;

    Chapter {
        cards = List.copyOf(cards);
    }

    /** A run's chapters, in the order of its results. */
    static List<Chapter> of(LabResult result) {
        Map<String, List<Result>> workloads = new LinkedHashMap<>();
        result.results()
                .forEach(one ->
                        workloads
                                .computeIfAbsent(one.workload(), name -> new ArrayList<>())
                                .add(one));
        List<Chapter> chapters = new ArrayList<>();
        workloads.forEach((workload, results) -> {
            String id = "w" + (chapters.size() + 1);
            chapters.add(
                    new Chapter(workload, id, cards(id, results, result.environment().cores())));
        });
        return chapters;
    }

    private static List<Card> cards(String chapter, List<Result> results, int cores) {
        Cards cards = new Cards(chapter, cores);
        for (Contest contest : Contest.of(results)) {
            if (contest.entries().size() > 1
                    && contest.entries().stream().map(Result::parameters).distinct().count() > 1) {
                List<Result> best = new ArrayList<>(contest.limit().stream().toList());
                best.addAll(contest.entries());
                cards.add(
                        best,
                        Words.capital(contest.setting(cores)) + ": each system at its best",
                        null,
                        true);
            }
        }
        Map<List<Object>, List<Result>> tables = new LinkedHashMap<>();
        for (Result one : results) {
            List<Object> table =
                    List.of(
                            Objects.requireNonNullElse(one.study(), ""),
                            Objects.requireNonNullElse(one.table(), ""),
                            one.metric(),
                            one.unit(),
                            one.better());
            tables.computeIfAbsent(table, key -> new ArrayList<>()).add(one);
        }
        tables.values().forEach(table -> split(table, cards));
        return cards.list;
    }

    /** Makes lines of settings that differ in one number, and bars of every other setting. */
    private static void split(List<Result> table, Cards cards) {
        Set<Map<String, Object>> settings = new LinkedHashSet<>();
        table.forEach(one -> settings.add(one.parameters()));
        Optional<String> sweep =
                settings.size() < POINTS_OF_A_LINE ? Optional.empty() : sweepOf(settings);
        Map<Map<String, Object>, List<Result>> groups = new LinkedHashMap<>();
        for (Result one : table) {
            groups.computeIfAbsent(without(one.parameters(), sweep), others -> new ArrayList<>())
                    .add(one);
        }
        groups.forEach((others, results) -> {
            if (sweep.isPresent()
                    && values(settings, others, sweep.get()).size() >= POINTS_OF_A_LINE) {
                cards.add(
                        results,
                        title(results.getFirst(), others, settings, cards.cores),
                        sweep.get(),
                        false);
            } else {
                Map<Map<String, Object>, List<Result>> each = new LinkedHashMap<>();
                results.forEach(one ->
                        each.computeIfAbsent(one.parameters(), key -> new ArrayList<>()).add(one));
                each.forEach((setting, some) ->
                        cards.add(
                                some,
                                title(some.getFirst(), setting, settings, cards.cores),
                                null,
                                false));
            }
        });
    }

    /**
     * The number with the most values while all else stays the same; of several the one named last,
     * which is the finer.
     */
    private static Optional<String> sweepOf(Set<Map<String, Object>> settings) {
        String best = "";
        int most = POINTS_OF_A_LINE - 1;
        Set<String> names = new LinkedHashSet<>();
        settings.forEach(setting -> names.addAll(setting.keySet()));
        for (String name : names) {
            for (Map<String, Object> setting : settings) {
                int count = values(settings, without(setting, Optional.of(name)), name).size();
                if (count > most || (count == most && !best.isEmpty())) {
                    best = name;
                    most = count;
                }
            }
        }
        return best.isEmpty() ? Optional.empty() : Optional.of(best);
    }

    private static Set<Double> values(
            Set<Map<String, Object>> settings, Map<String, Object> others, String name) {
        Set<Double> values = new HashSet<>();
        for (Map<String, Object> setting : settings) {
            if (setting.get(name) instanceof Number number
                    && without(setting, Optional.of(name)).equals(others)) {
                values.add(number.doubleValue());
            }
        }
        return values;
    }

    private static Map<String, Object> without(
            Map<String, Object> parameters, Optional<String> name) {
        Map<String, Object> others = new LinkedHashMap<>(parameters);
        name.ifPresent(others::remove);
        return others;
    }

    /**
     * A table's title, with what sets this setting apart from the others of the table; without a
     * title, the setting.
     */
    private static String title(
            Result any, Map<String, Object> setting, Set<Map<String, Object>> settings, int cores) {
        String table = Objects.requireNonNullElse(any.table(), "");
        Map<String, Object> apart = new LinkedHashMap<>(setting);
        if (!table.isEmpty()) {
            apart.entrySet()
                    .removeIf(entry ->
                            settings.stream()
                                    .allMatch(other ->
                                            entry.getValue().equals(other.get(entry.getKey()))));
        }
        String words = Words.capital(Words.setting(any.workload(), apart, cores));
        String title =
                table.isEmpty() || words.isEmpty()
                        ? table + words
                        : table + ": " + uncapital(words);
        String metric = any.unit().equals("1/s") ? "" : any.metric();
        return title.isEmpty()
                ? Words.capital(Words.axis(any))
                : metric.isEmpty() ? title : title + ": " + metric;
    }

    private static String uncapital(String text) {
        return Character.toLowerCase(text.charAt(0)) + text.substring(1);
    }

    /** Numbers the cards. */
    private static final class Cards {
        private final List<Card> list = new ArrayList<>();
        private final String chapter;
        private final int cores;

        private Cards(String chapter, int cores) {
            this.chapter = chapter;
            this.cores = cores;
        }

        private void add(
                List<Result> results, String title, @Nullable String sweep, boolean summary) {
            List<Result> sorted = new ArrayList<>(results);
            if (sweep == null) {
                sorted.sort(Words.bestFirst());
            }
            String study = Objects.requireNonNullElse(results.getFirst().study(), "");
            list.add(
                    new Card(
                            chapter + "-" + (list.size() + 1),
                            study,
                            title,
                            sorted,
                            sweep,
                            summary));
        }
    }
}
