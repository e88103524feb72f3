package io.roundhouse.pipeline;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A line in words: how full each section is, and which stage limits it. */
final class Explanation<T> {
    private final Line<T> line;

    Explanation(Line<T> line) {
        this.line = line;
    }

    @Override
    public String toString() {
        List<StageCounters> stages = line.stageCounters();
        Ending how = line.ending(); // once: both parts are about the same
        List<String> running = line.stagesThatRun(); // before the look whether it has ended
        boolean hasEnded = how != null && line.hasEnded();
        StringBuilder words = new StringBuilder(state(how)).append(": ");
        words.append(how == null ? limit(stages) : end(how, stages, running, hasEnded));
        for (StageCounters each : stages) {
            words.append("; ").append(each.stage());
            if (each.workers() > 1) {
                words.append(" (").append(each.workers()).append(" workers)");
            }
            words.append(
                    String.format(
                            Locale.ROOT,
                            " has handled %,d%s, waited %s",
                            each.handled(),
                            hasEnded ? "" : waiting(each),
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

    /**
     * Not of a line that has ended, where nothing waits any more: what a stage has not passed may
     * be filtered, or handled by one of its workers.
     */
    private static String waiting(StageCounters stage) {
        return String.format(
                Locale.ROOT,
                ", %,d waiting before it (%d %% of the capacity)",
                stage.waiting(),
                stage.fill());
    }

    private static String counted(long number, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
    }

    /** How it has ended, or is about to, in a few words. */
    private static String state(@Nullable Ending how) {
        if (how == null) {
            return "open";
        }
        return how.cause() == null ? "closed" : how.where() + " with " + how.cause();
    }

    /** How far it has come with its end; no stage limits one that handles nothing any more. */
    private String end(
            Ending how, List<StageCounters> stages, List<String> running, boolean hasEnded) {
        boolean stops = how.cause() != null || line.isStopping(); // it has failed before they stop
        if (hasEnded) {
            long undelivered = line.counters().undelivered();
            return String.format(
                    Locale.ROOT,
                    "%s has ended, %s %s undelivered",
                    line,
                    counted(undelivered, "event"),
                    undelivered == 1 ? "is" : "are");
        }
        if (!stops) {
            return limit(stages);
        }
        return running.isEmpty() // and nobody has closed it, or has come so far
                ? line
                        + " has been stopped, and its threads have ended: closeNow() returns what"
                        + " is left"
                : line
                        + " has been stopped, and threads of these stages have not ended yet: "
                        + String.join(", ", running);
    }

    private String limit(List<StageCounters> stages) {
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
