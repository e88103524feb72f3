package io.roundhouse.channel;

import static io.roundhouse.proof.HowLong.TIMES;

import io.roundhouse.proof.Unwatched;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Channels are linearizable: whatever threads do to them at once could have been done one after the
 * other. Checked by Lincheck under its own schedules of every memory access, and, in the long mode,
 * on real threads.
 */
final class Linearizable {
    /** More than the rounds of a pause after a lost race, which are no livelock. */
    private static final int LONGEST_LOOP = 300;

    private Linearizable() {}

    static ModelCheckingOptions modelChecking(Class<?> specification, int threads) {
        return modelChecking(threads).sequentialSpecification(specification);
    }

    /** Where the operations return nothing, and look themselves whether all is well. */
    static ModelCheckingOptions modelChecking(int threads) {
        return new ModelCheckingOptions()
                .threads(threads)
                .actorsPerThread(3)
                .iterations(2 * TIMES)
                .invocationsPerIteration(100)
                .loopBound(LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM);
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
}
