package io.roundhouse.lab.discovery;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A system as its class files describe it.
 *
 * @param name its name
 * @param version its version, in words
 * @param guarantees what it promises
 * @param showDefault whether its default configuration is measured beside its best
 * @param bound whether it is a bound rather than a contender
 * @param about what sets it apart, in a phrase; may be empty
 * @param classByAdapter for each adapter interface, the class that implements it
 * @param classPath of a process that runs it
 * @param unavailable why it cannot run here and what to install; empty if nothing speaks against it
 */
public record FoundSystem(
        String name,
        String version,
        String guarantees,
        boolean showDefault,
        boolean bound,
        String about,
        Map<String, String> classByAdapter,
        List<Path> classPath,
        String unavailable) {

    /** Whether the system takes part in workloads with that adapter. */
    public boolean implementsAdapter(Class<?> adapter) {
        return classByAdapter.containsKey(adapter.getName());
    }

    /** The class to start for that adapter. */
    public String classFor(Class<?> adapter) {
        String className = classByAdapter.get(adapter.getName());
        if (className == null) {
            throw new IllegalArgumentException(
                    name + " does not implement " + adapter.getSimpleName());
        }
        return className;
    }

    /** Whether nothing is known that keeps it from running. */
    public boolean available() {
        return unavailable.isEmpty();
    }
}
