package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes configurations so that they can be read: a line each, never broken within an option. What
 * all of a system's share is grey, so that one sees where they differ; notes, such as how many were
 * not tried, stand below.
 */
final class Configurations {

    private final Html html;
    private final Map<String, Set<String>> shared = new HashMap<>();

    /** For configurations that are told of these results. */
    Configurations(Html html, List<Result> results) {
        this.html = html;
        Map<String, Set<List<String>>> systems = new HashMap<>();
        for (Result one : results) {
            Set<List<String>> all = systems.computeIfAbsent(one.system(), name -> new HashSet<>());
            each(Words.config(one)).forEach(text -> all.add(words(text)));
        }
        systems.forEach((system, configurations) -> {
            if (configurations.size() > 1) {
                shared.put(system, inAll(configurations));
            }
        });
    }

    private static Set<String> inAll(Set<List<String>> configurations) {
        Set<String> words = new HashSet<>(configurations.iterator().next());
        configurations.forEach(words::retainAll);
        return words;
    }

    /** Writes a cell with the configurations of some results of a system, each once. */
    void cell(List<Result> results) {
        List<String> texts =
                results.stream()
                        .map(Words::config)
                        .filter(text -> !text.isBlank())
                        .distinct()
                        .toList();
        html.open("td", "class", "config").text(texts.isEmpty() ? "–" : "");
        texts.stream()
                .flatMap(Configurations::each)
                .forEach(text -> line(text, sharedBy(results.getFirst().system())));
        html.close();
    }

    /** One that was the best in each round, or several that took turns at it. */
    private static Stream<String> each(String text) {
        return Stream.of(text.split("(?<= rounds\\)); "));
    }

    private Set<String> sharedBy(String system) {
        return shared.getOrDefault(system, Set.of());
    }

    private void line(String text, Set<String> usual) {
        html.open("div");
        for (String word : words(text)) {
            if (word.contains("=")) {
                html.element("span", word, "class", usual.contains(word) ? "shared" : "option");
            } else {
                html.text(word);
            }
            html.text(" ");
        }
        String notes = text.substring(notesAt(text)).strip();
        if (!notes.isEmpty()) {
            html.element("small", notes);
        }
        html.close();
    }

    /** Its words without the notes in brackets at its end. */
    private static List<String> words(String text) {
        String words = text.substring(0, notesAt(text)).strip();
        return words.isEmpty() ? List.of() : List.of(words.split("\\s+"));
    }

    private static int notesAt(String text) {
        int bracket = text.startsWith("(") ? 0 : text.indexOf(" (");
        return bracket < 0 ? text.length() : bracket;
    }
}
