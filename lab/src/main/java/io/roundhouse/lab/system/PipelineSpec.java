package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code pipeline}.
 *
 * @param shape how stages follow each other
 * @param stages stages in a row or side by side; a diamond has one more, that joins them
 * @param publishers threads that publish
 * @param cores processors the JVM may use
 */
public record PipelineSpec(Shape shape, int stages, int publishers, int cores) {

    /** How stages follow each other. */
    public enum Shape {
        /** One behind the other. */
        CHAIN,
        /** Side by side, and one behind all of them. */
        DIAMOND,
        /** Side by side. */
        MULTICAST
    }

    /** All stages, the one that joins included. */
    public int allStages() {
        return shape == Shape.DIAMOND ? stages + 1 : stages;
    }

    /** Whether there are more busy threads than processors. */
    public boolean crowded() {
        return publishers + allStages() > cores;
    }
}
