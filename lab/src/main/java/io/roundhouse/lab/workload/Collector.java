package io.roundhouse.lab.workload;

import java.util.List;

/** The garbage collector of a system's own JVM, as a parameter. */
final class Collector {

    /** The parameter; {@code default} leaves the choice to the JVM. */
    static final Parameter PARAMETER =
            Parameter.word(
                    "gc",
                    List.of("default", "g1", "parallel", "zgc"),
                    "the garbage collector of the system's JVM");

    private Collector() {}

    /** The flags of a setting's choice. */
    static List<String> flags(Setting setting) {
        return switch (setting.word("gc")) {
            case "g1" -> List.of("-XX:+UseG1GC");
            case "parallel" -> List.of("-XX:+UseParallelGC");
            case "zgc" -> List.of("-XX:+UseZGC");
            default -> List.of();
        };
    }
}
