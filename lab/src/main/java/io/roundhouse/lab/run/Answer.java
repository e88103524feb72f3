package io.roundhouse.lab.run;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /**
     * Says what in an answer is not what it should be, in words, such as a number that is none, or
     * not a finite one.
     *
     * @param request what was asked for, such as {@code sample}
     */
    static Optional<String> fault(String request, Map<String, Object> answer) {
        Stream<Optional<String>> numbers =
                NUMBERS.stream()
                        .filter(answer::containsKey)
                        .map(name -> fault(name, answer.get(name)));
        Stream<Optional<String>> lists =
                LISTS.stream().filter(answer::containsKey).map(name -> ofList(name, answer));
        Stream<Optional<String>> others =
                Stream.of(
                        ofValues(request, answer.get("values")),
                        ofHistograms(answer.get("histograms")),
                        ofVariants(answer.get("variants")));
        return Stream.of(numbers, lists, others)
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

    private static Optional<String> ofValues(String request, @Nullable Object values) {
        if (values == null) {
            return request.equals("sample")
                    ? Optional.of("values in its answer: none")
                    : Optional.empty();
        }
        return values instanceof Map<?, ?> byName
                ? byName.entrySet().stream()
                        .map(one -> fault(one.getKey().toString(), one.getValue()))
                        .flatMap(Optional::stream)
                        .findFirst()
                : Optional.of("values in its answer: none by name");
    }

    private static Optional<String> ofHistograms(@Nullable Object histograms) {
        if (histograms == null) {
            return Optional.empty();
        }
        return histograms instanceof Map<?, ?> byName
                ? byName.entrySet().stream()
                        .filter(one -> !decodes(one.getValue()))
                        .map(one -> "%s in its answer: no histogram".formatted(one.getKey()))
                        .findFirst()
                : Optional.of("histograms in its answer: none by name");
    }

    private static boolean decodes(@Nullable Object histogram) {
        try {
            return histogram instanceof String text && Taken.histogram(text).getTotalCount() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<String> ofVariants(@Nullable Object variants) {
        boolean sound =
                variants == null
                        || (variants instanceof List<?> all
                                && all.stream().allMatch(Answer::choices));
        return sound ? Optional.empty() : Optional.of("variants in its answer: none by choices");
    }

    private static boolean choices(@Nullable Object variant) {
        return variant instanceof Map<?, ?> words
                && words.values().stream().allMatch(Objects::nonNull);
    }

    private static Optional<String> fault(String name, @Nullable Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue())
                ? Optional.empty()
                : Optional.of("%s in its answer: %s is no number".formatted(name, value));
    }
}
