package io.roundhouse.lab.report;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Words;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives every system one colour and one symbol for the whole page. Ours share the accent colour;
 * nobody else has it.
 */
final class Tones {

    /** The colour of figures that were not measured here. */
    static final String PUBLISHED = "s4";

    private static final List<String> OURS = List.of("ours", "ours-3", "ours-2");
    private static final List<String> OTHERS =
            List.of("s1", "s2", "s3", "s5", "s6", "s7", "s8", "s9");

    private final Map<String, String> tones = new HashMap<>();
    private final Map<String, Integer> symbols = new HashMap<>();

    Tones(LabResult result) {
        int ours = 0;
        int others = 0;
        List<Result> bestFirst =
                result.results().stream()
                        .sorted(Comparator.comparing(one -> one.variant().equals(Result.DEFAULT)))
                        .toList();
        for (Result one : bestFirst) {
            String label = one.label();
            if (tones.containsKey(label)) {
                continue;
            }
            if (Words.bound(one)) {
                tones.put(label, "soft");
                symbols.put(label, -1);
            } else if (Words.ours(one)) {
                tones.put(label, OURS.get(ours % OURS.size()));
                symbols.put(label, ours++);
            } else {
                tones.put(label, OTHERS.get(others % OTHERS.size()));
                symbols.put(label, 1 + others++);
            }
        }
    }

    /** Colour of a line. */
    String of(Result result) {
        return tones.getOrDefault(result.label(), PUBLISHED);
    }

    /** Symbol of a line's points. */
    int symbol(Result result) {
        return symbols.getOrDefault(result.label(), -1);
    }

    /**
     * Colour of a bar: bars have their names beside them, so only ours and the limit differ from
     * the rest.
     */
    String bar(Result result) {
        return Words.bound(result) ? "limit" : Words.ours(result) ? of(result) : "peer";
    }
}
