package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.lang.System.Logger.Level;
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
    private volatile Consumer<DeadlockException> whenStuck = Stuckness::log;

    /** How often the processes had begun to wait when all were found stuck last. */
    private long stuckAt = NOT_STUCK;

    private long stuckLongAt;
    private boolean reported;

    Stuckness(Scope scope) {
        this.scope = scope;
    }

    void whenStuck(Consumer<DeadlockException> handler) {
        whenStuck = Objects.requireNonNull(handler, "handler");
    }

    private static void log(DeadlockException report) {
        System.getLogger(Scope.class.getName()).log(Level.WARNING, report.getMessage());
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
        List<String> who =
                looks.stream()
                        .filter(each -> each.obstacle() != scope.processes)
                        .map(Process.Look::report)
                        .toList();
        if (!looks.stream().allMatch(Process.Look::isStill)) {
            return null; // somebody outside has interrupted one, or has used a channel
        }
        DeadlockException report = new DeadlockException(certain, who);
        if (certain) {
            return report;
        }
        reported = true;
        reports.accept(() -> whenStuck.accept(report));
        return null;
    }

    /** Who has waited anew was not stuck in between: the second begins again. */
    private void beginOrGoOn(long waits) {
        if (waits != stuckAt) {
            stuckAt = waits;
            stuckLongAt = Sleep.deadline(STUCK_NANOS);
            reported = false;
        }
    }
}
