package io.roundhouse.lab.discovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A system as its class files describe it.
 *
 * @param name its name
 * @param showDefault whether its default configuration is measured beside its best
 * @param bound whether it is a bound rather than a contender
 * @param about what sets it apart, in a phrase; may be empty
 * @param byAdapter for each adapter interface, what implements it
 * @param classPath of a process that runs it
 * @param unavailable why it cannot run here and what to install; empty if nothing speaks against it
 */
public record FoundSystem(
        String name,
        boolean showDefault,
        boolean bound,
        String about,
        Map<String, Implementation> byAdapter,
        List<Path> classPath,
        String unavailable) {

    /**
     * One of a system's classes: it may promise less than another, or be of another version.
     *
     * @param className its name
     * @param version its version, in words
     * @param guarantees what it promises
     */
    public record Implementation(String className, String version, String guarantees) {}

    /** Whether the system takes part in workloads with that adapter. */
    public boolean implementsAdapter(Class<?> adapter) {
        return byAdapter.containsKey(adapter.getName());
    }

    /** What to start for that adapter. */
    public Implementation implementation(Class<?> adapter) {
        Implementation implementation = byAdapter.get(adapter.getName());
        if (implementation == null) {
            throw new IllegalArgumentException(
                    name + " does not implement " + adapter.getSimpleName());
        }
        return implementation;
    }

    /** The versions of all that is in it, in words. */
    public String versions() {
        return distinct(Implementation::version);
    }

    /** All that it promises, in one workload or another. */
    public String guarantees() {
        return distinct(Implementation::guarantees);
    }

    private String distinct(Function<Implementation, String> words) {
        return byAdapter.values().stream().map(words).distinct().collect(Collectors.joining(" / "));
    }

    /** Whether nothing is known that keeps it from running. */
    public boolean available() {
        return unavailable.isEmpty();
    }
}
