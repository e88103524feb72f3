package io.roundhouse.lab.system;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One configuration of a system, such as {@code wait=yielding slots=65536}. The lab tries those
 * that a system offers and measures the best.
 *
 * @param choices value by name, in the order shown
 */
public record Variant(Map<String, String> choices) {

    /** The configuration of a system that has nothing to choose. */
    public static final Variant ONLY = new Variant(Map.of());

    public Variant {
        choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
    }

    /** One choice. */
    public static Variant of(String name, Object value) {
        return ONLY.with(name, value);
    }

    /** One choice of that name after the other, a configuration each. */
    public static List<Variant> each(String name, Object... values) {
        return Stream.of(values).map(value -> of(name, value)).toList();
    }

    /**
     * All of those configurations with the first value of one more choice, then all with the
     * second, and so on. They are tried in that order, and where time is short not to the end: so
     * the choice that matters least is added last.
     */
    public static List<Variant> withEach(List<Variant> variants, String name, Object... values) {
        return Stream.of(values)
                .flatMap(value -> variants.stream().map(variant -> variant.with(name, value)))
                .toList();
    }

    /** This configuration with one more choice. */
    public Variant with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(choices);
        more.put(name, value.toString());
        return new Variant(more);
    }

    /** The choice of that name. */
    public String word(String name) {
        String value = choices.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no choice of " + name + " in " + this);
        }
        return value;
    }

    /** The choice of that name as a number. */
    public int number(String name) {
        return Integer.parseInt(word(name));
    }

    @Override
    public String toString() {
        return choices.entrySet().stream()
                .map(choice -> choice.getKey() + "=" + choice.getValue())
                .collect(Collectors.joining(" "));
    }
}
