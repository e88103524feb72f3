package io.roundhouse.lab.workload;

import java.util.List;
import java.util.Optional;

/**
 * A parameter of a workload: a whole number of at least {@code least}, or one of some {@code
 * words}.
 *
 * @param name its name, in lower case
 * @param about what it means, in a few words
 * @param standard the value where none is given: an {@code Integer} or a word
 * @param least smallest number allowed
 * @param words the words allowed; empty for a number
 */
public record Parameter(String name, String about, Object standard, int least, List<String> words) {

    /** A number. */
    public static Parameter number(String name, int standard, int least, String about) {
        return new Parameter(name, about, standard, least, List.of());
    }

    /** A word; the first is the default. */
    public static Parameter word(String name, List<String> words, String about) {
        return new Parameter(name, about, words.getFirst(), 0, words);
    }

    /**
     * The value that a text or number stands for: {@code Integer}, or {@code Long} where that is
     * too small.
     */
    public Object parse(Object given) {
        String text = given.toString();
        if (!words.isEmpty()) {
            return Optional.of(text)
                    .filter(words::contains)
                    .orElseThrow(() ->
                            new IllegalArgumentException(
                                    "%s=%s: must be one of %s"
                                            .formatted(name, text, String.join(", ", words))));
        }
        long number;
        try {
            number = Long.parseLong(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "%s=%s: must be a whole number".formatted(name, text), e);
        }
        if (number < least) {
            throw new IllegalArgumentException(
                    "%s=%s: must be at least %d".formatted(name, text, least));
        }
        return number == (int) number ? (Object) (int) number : (Object) number;
    }
}
