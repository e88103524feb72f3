package io.roundhouse.lab.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a child's answer is looked at for before anybody computes with it: a child may answer
 * anything, also in a system's words.
 */
final class Answer {

    private static final List<String> NUMBERS =
            List.of("items", "nanos", "cpuNanos", "bytes", "second", "millis", "compiledMillis");
    private static final List<String> LISTS = List.of("seconds", "rates", "course");

    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]+");

    private Answer() {}

    /** A system's words as the lab says them: on one line, and without power over a terminal. */
    static String words(String said) {
        return CONTROL.matcher(said).replaceAll(" ").strip();
    }

    /** Says which number is none, in words: not a finite one, or something else in its place. */
    static Optional<String> fault(Map<String, Object> answer) {
        Stream<Optional<String>> numbers =
                NUMBERS.stream()
                        .filter(answer::containsKey)
                        .map(name -> fault(name, answer.get(name)));
        Stream<Optional<String>> lists =
                LISTS.stream().filter(answer::containsKey).map(name -> ofList(name, answer));
        return Stream.of(numbers, lists, Stream.of(ofValues(answer.get("values"))))
                .flatMap(all -> all)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> ofList(String name, Map<String, Object> answer) {
        return answer.get(name) instanceof List<?> values
                ? values.stream()
                        .map(value -> fault(name, value))
                        .flatMap(Optional::stream)
                        .findFirst()
                : Optional.of(name + " in its answer: no list");
    }

    private static Optional<String> ofValues(@Nullable Object values) {
        if (values == null) {
            return Optional.empty();
        }
        return values instanceof Map<?, ?> byName
                ? byName.entrySet().stream()
                        .map(one -> fault(one.getKey().toString(), one.getValue()))
                        .flatMap(Optional::stream)
                        .findFirst()
                : Optional.of("values in its answer: none by name");
    }

    private static Optional<String> fault(String name, @Nullable Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue())
                ? Optional.empty()
                : Optional.of("%s in its answer: %s is no number".formatted(name, value));
    }
}
