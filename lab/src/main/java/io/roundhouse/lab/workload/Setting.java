package io.roundhouse.lab.workload;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A value for every parameter of a workload.
 *
 * @param values by name, in the workload's order
 */
public record Setting(Map<String, Object> values) {

    public Setting {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The given values, checked, and defaults for the rest. */
    static Setting of(Workload workload, Map<String, ?> given) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Parameter parameter : workload.parameters()) {
            Object value = given.get(parameter.name());
            values.put(
                    parameter.name(),
                    value == null ? parameter.standard() : parameter.parse(value));
        }
        for (String name : given.keySet()) {
            if (!values.containsKey(name)) {
                throw new IllegalArgumentException(
                        "%s: workload %s has no such parameter; it has %s"
                                .formatted(
                                        name, workload.name(), String.join(", ", values.keySet())));
            }
        }
        return new Setting(values);
    }

    /** A number. */
    public int number(String name) {
        return Math.toIntExact(longNumber(name));
    }

    /** A number that may be large. */
    public long longNumber(String name) {
        return ((Number) value(name)).longValue();
    }

    /** A word. */
    public String word(String name) {
        return value(name).toString();
    }

    private Object value(String name) {
        Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter " + name);
        }
        return value;
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }
}
