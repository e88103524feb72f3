package io.roundhouse.pipeline;

import io.roundhouse.memory.StackRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what has become of a line's events when it ends: which of them the stages are done
 * with, and which are left.
 *
 * <p>Where a line is stopped, events that are done with may stand behind one that is not, and so
 * are never freed. The last of the line's threads has them cleared as it ends: no stage goes on any
 * more, and who waits for the threads waits for the clearing hook, too.
 */
final class OutcomeFinder<T> {
    private final Line<T> line;
    private final AtomicInteger running = new AtomicInteger();

    /**
     * What has become of all that had its place in the order when the last thread ended, if there
     * is a clearing hook. By that thread; read once it has ended.
     */
    private @Nullable Outcome<T> before;

    private @Nullable Outcome<T> outcome; // guarded by this

    OutcomeFinder(Line<T> line) {
        this.line = line;
    }

    // ---- the line's threads

    /** What a thread of the line does. Before there are threads. */
    Runnable bodyOf(Runnable worker) {
        if (!line.clears) {
            return worker;
        }
        running.incrementAndGet();
        return () -> {
            try {
                worker.run();
            } finally {
                if (running.decrementAndGet() == 0) { // acquires what all others have done
                    if (line.interrupts()) { // the worker has taken that for its handler's
                        Thread.currentThread().interrupt();
                    }
                    clearWhatIsDone();
                }
            }
        };
    }

    private void clearWhatIsDone() {
        line.source.retire();
        Outcome<T> found = new Outcome<>(line.source.counters());
        List<T> done = new ArrayList<>();
        line.source.forEachInOrder(
                found.events(),
                (lane, at, sequence) -> {
                    if (add(found, lane, at, sequence)) {
                        done.add(lane.event(at));
                    }
                });
        before = found; // all of it before any is cleared: keys are made of what is in the events
        line.source.clear(done);
    }

    // ---- once all have ended

    /**
     * What has become of all events. Found out once, before anybody is given what is left and can
     * change it: keys are made of what is in the events.
     */
    synchronized Outcome<T> outcome() {
        Outcome<T> found = outcome;
        if (found == null) {
            found = findOutcome();
            outcome = found;
        }
        return found;
    }

    private Outcome<T> findOutcome() {
        StackRoom.needs(Source.FRAMES_WITH_LOCK);
        line.source.merge();
        Outcome<T> found = before == null ? new Outcome<>(line.countersSoFar()) : before;
        line.source.forEachFrom(
                found.events(), (lane, at, sequence) -> add(found, lane, at, sequence));
        return found;
    }

    private boolean add(Outcome<T> found, Lane<T> lane, long at, long sequence) {
        boolean isDone = isDone(lane, at, sequence);
        found.add(lane, at, isDone);
        return isDone;
    }

    /**
     * All stages are asked: that the last ones do not see it does not mean that those before did.
     */
    private boolean isDone(Lane<T> lane, long at, long sequence) {
        for (Stage<T> stage : line.stages) {
            if (stage.hasLost(sequence) || !stage.isDone(lane, at, sequence)) {
                return false;
            }
        }
        return true;
    }
}
