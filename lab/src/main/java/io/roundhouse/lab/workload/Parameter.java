package io.roundhouse.lab.workload;

import java.util.List;
import java.util.Optional;

/**
 * A parameter of a workload: a whole number from {@code least} to {@code most}, or one of some
 * {@code words}.
 *
 * @param name its name, in lower case
 * @param about what it means, in a few words
 * @param standard the value where none is given: an {@code Integer} or a word
 * @param least smallest number allowed
 * @param most largest number allowed
 * @param words the words allowed; empty for a number
 */
public record Parameter(
        String name, String about, Object standard, int least, long most, List<String> words) {

    /** What a sample may be asked for, where it may be much: hours of it. */
    private static final long MUCH = 1_000_000_000_000L;

    /** A number, which is an {@code int}. */
    public static Parameter number(String name, int standard, int least, String about) {
        return new Parameter(name, about, standard, least, Integer.MAX_VALUE, List.of());
    }

    /** A number that may be large: see {@link Setting#longNumber}. */
    public static Parameter longNumber(String name, int standard, int least, String about) {
        return new Parameter(name, about, standard, least, MUCH, List.of());
    }

    /** A word; the first is the default. */
    public static Parameter word(String name, List<String> words, String about) {
        return new Parameter(name, about, words.getFirst(), 0, 0, words);
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
        if (number > most) {
            throw new IllegalArgumentException(
                    "%s=%s: must be at most %d".formatted(name, text, most));
        }
        return number == (int) number ? (Object) (int) number : (Object) number;
    }
}
