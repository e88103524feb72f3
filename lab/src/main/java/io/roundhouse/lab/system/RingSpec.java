package io.roundhouse.lab.system;

/**
 * A setting of the workloads {@code ring} and {@code construct}.
 *
 * @param nodes nodes in the ring, at least 2
 * @param tokens tokens under way at once
 * @param work iterations of Monte Carlo for π at a node before it handles a token; see {@link
 *     MonteCarlo}
 * @param threads threads that a system with a pool should use, at least 1
 * @param cores processors the JVM may use
 */
public record RingSpec(int nodes, int tokens, int work, int threads, int cores) {

    /** Tokens that nodes handle in a run of that many rounds. */
    public long messages(long rounds) {
        return (long) nodes * tokens * rounds;
    }
}
