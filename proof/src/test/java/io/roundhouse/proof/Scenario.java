package io.roundhouse.proof;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;

/** What threads do to be held against a model, where chance would seldom choose it. */
public final class Scenario {
    private Scenario() {}

    /**
     * What is done before, and at once, by one thread each: names of operations without arguments.
     */
    public static ExecutionScenario of(
            Class<?> operations, List<String> before, List<List<String>> atOnce) {
        List<List<Actor>> threads = new ArrayList<>();
        for (List<String> each : atOnce) {
            threads.add(actors(operations, each));
        }
        return new ExecutionScenario(actors(operations, before), threads, List.of(), null);
    }

    private static List<Actor> actors(Class<?> operations, List<String> names) {
        List<Actor> actors = new ArrayList<>();
        for (String each : names) {
            try {
                actors.add(
                        new Actor(
                                operations.getMethod(each),
                                List.of(),
                                false,
                                false,
                                false,
                                false,
                                false));
            } catch (NoSuchMethodException e) {
                throw new IllegalArgumentException(each, e);
            }
        }
        return actors;
    }
}
