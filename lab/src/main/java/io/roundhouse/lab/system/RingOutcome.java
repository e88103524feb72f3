package io.roundhouse.lab.system;

import java.util.List;

/**
 * What the nodes of a ring saw in one run, all together or one of them.
 *
 * @param messages tokens handled: {@code nodes × tokens × rounds} if all is well
 * @param sum sum of the values they had when they came
 * @param hits points of the Monte Carlo work that fell into the circle; 0 without work
 * @param course nanoseconds of each part of the run; see {@link Course#nanos}; may be empty
 */
public record RingOutcome(long messages, long sum, long hits, List<Long> course) {

    public RingOutcome {
        course = List.copyOf(course);
    }

    /** What all nodes saw together, the course as the first of them saw it. */
    static RingOutcome of(List<RingOutcome> nodes) {
        long messages = 0;
        long sum = 0;
        long hits = 0;
        for (RingOutcome node : nodes) {
            messages += node.messages;
            sum += node.sum;
            hits += node.hits;
        }
        return new RingOutcome(messages, sum, hits, nodes.getFirst().course);
    }

    /** Without the course. */
    public RingOutcome(long messages, long sum, long hits) {
        this(messages, sum, hits, List.of());
    }
}
