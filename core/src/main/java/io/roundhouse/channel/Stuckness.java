package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges what a scope sees of its processes when all of them wait: nothing yet, a report, or a
 * deadlock that is certain. Used by the thread that opened the scope; {@link #whenStuck} by any.
 */
final class Stuckness {
    private static final long STUCK_NANOS = 1_000_000_000;
    private static final long NOT_STUCK = -1;

    private final Scope scope;
    private final long stuckNanos;
    private volatile Consumer<DeadlockException> whenStuck =
            report -> Watch.log(String.valueOf(report.getMessage()));

    /** How often the processes had begun to wait when all were found stuck last. */
    private long stuckAt = NOT_STUCK;

    private long stuckLongAt;
    private boolean reported;

    /** Who waited where, when that was reported last, and to whom it was. */
    private long reportedState;

    private @Nullable Consumer<DeadlockException> reportedTo;

    Stuckness(Scope scope) {
        this(scope, STUCK_NANOS);
    }

    /** For tests: with another time until something is reported. */
    Stuckness(Scope scope, long stuckNanos) {
        this.scope = scope;
        this.stuckNanos = stuckNanos;
    }

    void whenStuck(Consumer<DeadlockException> handler) {
        whenStuck = Objects.requireNonNull(handler, "a handler is needed: _ -> {} ignores reports");
    }

    /**
     * A deadlock that is certain; others are reported.
     *
     * @param looks one at each thread, if all wait; else empty
     * @param reports runs the handler of reports
     */
    @Nullable DeadlockException judge(List<Process.Look> looks, Consumer<Runnable> reports) {
        if (looks.isEmpty() || !looks.stream().allMatch(Process.Look::isStuck)) {
            stuckAt = NOT_STUCK;
            return null;
        }
        beginOrGoOn(looks.stream().mapToLong(Process.Look::waits).sum());
        boolean certain = looks.stream().allMatch(each -> each.obstacle().isConfinedTo(scope));
        if (certain && !looks.stream().allMatch(Process.Look::isStuck)) {
            stuckAt = NOT_STUCK; // who was met meanwhile is in no line that could tell of others
            return null;
        }
        if (!certain && (reported || !Sleep.isOver(stuckLongAt))) {
            return null;
        }
        long state = looks.stream().mapToLong(Process.Look::state).sum();
        if (!certain && reportedTo == whenStuck && state == reportedState) {
            reported = true; // the same as before: it is idle once more
            return null;
        }
        List<String> who =
                WhoWaits.lines(
                        looks.stream().filter(each -> each.obstacle() != scope.processes).toList());
        if (!looks.stream().allMatch(Process.Look::isStill)) {
            return null; // somebody outside has interrupted one, or has used a channel
        }
        DeadlockException report = new DeadlockException(certain, who);
        if (certain) {
            return report;
        }
        reported = true;
        Consumer<DeadlockException> handler = whenStuck;
        reportedTo = handler;
        reportedState = state;
        reports.accept(() -> handler.accept(report));
        return null;
    }

    /** Who has waited anew was not stuck in between: the second begins again. */
    private void beginOrGoOn(long waits) {
        if (waits != stuckAt) {
            stuckAt = waits;
            stuckLongAt = Sleep.deadline(stuckNanos);
            reported = false;
        }
    }
}
