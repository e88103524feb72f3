package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Stay;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the workers of a line stay at the bells that tell them of more: together with all who hear
 * the same ones. Where somebody hears some of them, and others besides, nobody stays.
 */
final class Stays<T> {
    private final List<Stage<T>> stages;
    private final Map<List<Stage<T>>, Stay> together = new HashMap<>();

    /**
     * @param stages all of the line's
     */
    Stays(List<Stage<T>> stages) {
        this.stages = stages;
    }

    /** For one of the workers of a stage. */
    Stay of(Stage<T> stage) {
        int hearers = 0;
        for (Stage<T> each : stages) {
            if (each.before.equals(stage.before)) {
                hearers += each.workerCount;
            } else if (!Collections.disjoint(each.before, stage.before)) {
                return Stay.none();
            }
        }
        return hearers == 1
                ? Stay.ofOne()
                : together.computeIfAbsent(stage.before, _ -> Stay.ofMany());
    }
}
