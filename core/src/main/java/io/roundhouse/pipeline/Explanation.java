package io.roundhouse.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A line in words: how full each section is, and which stage limits it. */
final class Explanation<T> {
    /** A section this full, in percent of the capacity, is one whose stage cannot keep up. */
    private static final int FULL = 50;

    private final Line<T> line;

    Explanation(Line<T> line) {
        this.line = line;
    }

    @Override
    public String toString() {
        List<StageCounters> stages = line.stages.stream().map(Stage::counters).toList();
        StringBuilder words = new StringBuilder(state()).append(": ").append(limit(stages));
        for (StageCounters each : stages) {
            words.append("; ").append(each.stage());
            if (each.workers() > 1) {
                words.append(" (").append(each.workers()).append(" workers)");
            }
            words.append(
                    String.format(
                            Locale.ROOT,
                            " has handled %,d, %,d waiting before it (%d %% of the capacity), waited %,d times",
                            each.handled(),
                            each.waiting(),
                            percent(each),
                            each.waits()));
            if (each.failed() + each.filtered() > 0) {
                words.append(
                        String.format(
                                Locale.ROOT,
                                ", %,d failed, %,d filtered",
                                each.failed(),
                                each.filtered()));
            }
        }
        return words.toString();
    }

    private String state() {
        return line.isOpen() ? "open" : line.failure() == null ? "closed" : "failed";
    }

    /** Several publishers may have more on the line than one; lanes without events do not count. */
    private long percent(StageCounters stage) {
        long busy = Arrays.stream(line.source.lanes()).filter(lane -> !lane.isPassed()).count();
        return Math.min(100, 100 * stage.waiting() / (line.capacity * Math.max(1, busy)));
    }

    /** The fullest section is the one before the stage that limits the line. */
    private String limit(List<StageCounters> stages) {
        StageCounters fullest = stages.getFirst();
        for (StageCounters each : stages) {
            if (each.waiting() > fullest.waiting()) {
                fullest = each;
            }
        }
        if (percent(fullest) >= FULL) {
            return "stage " + fullest.stage() + " limits the line";
        }
        return fullest.waiting() == 0
                ? "the stages wait for publishers"
                : "no stage limits the line, publishers do";
    }
}
