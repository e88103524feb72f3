package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code random-trap}.
 *
 * @param threads threads that compute
 * @param computations computations of π, shared out to the threads
 * @param generator where random numbers come from
 */
public record RandomTrapSpec(int threads, int computations, Generator generator) {

    /** Where random numbers come from. */
    public enum Generator {
        /** {@code java.util.Random}, which is what {@code Math.random()} uses. */
        RANDOM,
        /** {@code ThreadLocalRandom}, which cannot be shared. */
        THREAD_LOCAL
    }
}
