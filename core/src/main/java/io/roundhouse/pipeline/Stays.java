package io.roundhouse.pipeline;

import io.roundhouse.waiting.internal.Stay;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the workers of a line stay at the bells that tell them of more: one that is alone there by
 * itself, and those that share a stage together. Where workers of other stages hear one of the
 * bells, too, or all workers of a stage are woken for each event, nobody stays: it would save naps,
 * but who publishes wakes them all, and pays for it (docs/design/0011k).
 */
final class Stays<T> {
    private final List<Stage<T>> stages;
    private final Map<Stage<T>, Stay> together = new HashMap<>();

    /**
     * @param stages all of the line's
     */
    Stays(List<Stage<T>> stages) {
        this.stages = stages;
    }

    /** For one of the workers of a stage. */
    Stay of(Stage<T> stage) {
        for (Stage<T> each : stages) {
            if (each != stage && hearTheSame(each, stage)) {
                return Stay.none();
            }
        }
        if (stage.workerCount == 1) {
            return Stay.ofOne();
        }
        return stage.isShared() ? together.computeIfAbsent(stage, _ -> Stay.ofMany()) : Stay.none();
    }

    /** Whether they hear one and the same bell: that of a stage before, or of publishers. */
    private static boolean hearTheSame(Stage<?> one, Stage<?> other) {
        return one.before.isEmpty()
                ? other.before.isEmpty()
                : !Collections.disjoint(one.before, other.before);
    }
}
