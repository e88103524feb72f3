package io.roundhouse.pipeline;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A line in words: how full each section is, and which stage limits it. */
final class Explanation<T> {
    private final Line<T> line;

    Explanation(Line<T> line) {
        this.line = line;
    }

    @Override
    public String toString() {
        List<StageCounters> stages = line.stageCounters();
        StringBuilder words = new StringBuilder(line.state()).append(": ").append(limit(stages));
        for (StageCounters each : stages) {
            words.append("; ").append(each.stage());
            if (each.workers() > 1) {
                words.append(" (").append(each.workers()).append(" workers)");
            }
            words.append(
                    String.format(
                            Locale.ROOT,
                            " has handled %,d, %,d waiting before it (%d %% of the capacity), waited %s",
                            each.handled(),
                            each.waiting(),
                            each.fill(),
                            counted(each.waits(), "time")));
            if (each.retries() > 0) {
                words.append(", tried again ").append(counted(each.retries(), "time"));
            }
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

    private static String counted(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    private String limit(List<StageCounters> stages) {
        if (line.hasEnded()) {
            long undelivered = line.counters().undelivered();
            return String.format(
                    Locale.ROOT,
                    "%s has ended, %s %s undelivered",
                    line,
                    counted(undelivered, "event"),
                    undelivered == 1 ? "is" : "are");
        }
        List<String> running = line.isStopping() ? line.stagesThatRun() : List.of();
        if (!running.isEmpty()) {
            return line
                    + " has been stopped, and threads of these stages have not ended yet: "
                    + String.join(", ", running);
        }
        for (StageCounters each : stages) {
            if (each.limits()) {
                return "stage " + each.stage() + " limits " + line;
            }
        }
        StageCounters fullest =
                Collections.max(stages, Comparator.comparingLong(StageCounters::waiting));
        return fullest.waiting() == 0
                ? "the stages wait for publishers"
                : "no stage limits "
                        + line
                        + ": no section is half full, most events wait before "
                        + fullest.stage();
    }
}
