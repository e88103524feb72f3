package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code latency}.
 *
 * @param producers threads that send, each over the whole rate divided by their number
 * @param rate goods a second, all producers together
 * @param busyThreads threads that will be busy at once
 * @param cores processors the JVM may use
 */
public record LatencySpec(int producers, long rate, int busyThreads, int cores) {

    /**
     * Whether there are more busy threads than processors, so that a spinning thread keeps another
     * from working.
     */
    public boolean crowded() {
        return busyThreads > cores;
    }
}
