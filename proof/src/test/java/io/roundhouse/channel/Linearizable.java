package io.roundhouse.channel;

import io.roundhouse.proof.Unwatched;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Channels are linearizable: whatever threads do to them at once could have been done one after the
 * other. Checked by Lincheck under its own schedules of every memory access, and on real threads.
 */
final class Linearizable {
    /** More than the rounds of a pause after a lost race, which are no livelock. */
    private static final int LONGEST_LOOP = 300;

    private static final int TIMES = "long".equals(System.getProperty("stress.mode")) ? 30 : 1;

    private Linearizable() {}

    static ModelCheckingOptions modelChecking(Class<?> specification, int threads) {
        return new ModelCheckingOptions()
                .threads(threads)
                .actorsPerThread(3)
                .iterations(2 * TIMES)
                .invocationsPerIteration(100)
                .loopBound(LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .sequentialSpecification(specification);
    }

    static void check(
            Class<?> operations,
            Class<?> specification,
            int threads,
            ExecutionScenario... scenarios) {
        ModelCheckingOptions options = modelChecking(specification, threads);
        for (ExecutionScenario each : scenarios) {
            options.addCustomScenario(each);
        }
        options.check(operations);
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(TIMES)
                .invocationsPerIteration(150)
                .sequentialSpecification(specification)
                .check(operations);
    }

    /**
     * What is done before, and at once, by one thread each: names of operations without arguments.
     */
    static ExecutionScenario scenario(
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
