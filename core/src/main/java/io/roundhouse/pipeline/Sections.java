package io.roundhouse.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * How full the sections of a line are: a stage's section is what the stages before it have left to
 * it. The fullest one is the one before the stage that limits the line: behind that stage there is
 * room, and what is before it fills up.
 */
final class Sections {
    /** A section this full, in percent of the capacity, is one whose stage cannot keep up. */
    private static final int FULL = 50;

    private Sections() {}

    /**
     * What the stages have done, in their order.
     *
     * @param capacity of each section
     */
    static <T> List<StageCounters> of(List<Stage<T>> stages, long capacity) {
        List<StageCounters> all = new ArrayList<>();
        int fullest = 0;
        for (Stage<T> each : stages) {
            all.add(each.counters(capacity));
            if (all.getLast().waiting() > all.get(fullest).waiting()) {
                fullest = all.size() - 1;
            }
        }
        if (all.get(fullest).fill() >= FULL) {
            all.set(fullest, all.get(fullest).limiting());
        }
        return List.copyOf(all);
    }
}
