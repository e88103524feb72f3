package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How the thread that opened a scope waits: it looks after the others meanwhile, more and more
 * rarely, and fails the scope when they wait for each other.
 */
final class Watch {
    private static final long FIRST_NANOS = 20_000_000;
    private static final long LONGEST_NANOS = 640_000_000;

    private final Scope scope;
    private final Stuckness stuckness;

    Watch(Scope scope) {
        this.scope = scope;
        this.stuckness = new Stuckness(scope);
    }

    void whenStuck(Consumer<DeadlockException> handler) {
        stuckness.whenStuck(handler);
    }

    /** See {@link Scope#sleepAndWatch}. */
    boolean sleep(Wait wait) {
        for (long look = FIRST_NANOS; ; look = Math.min(2 * look, LONGEST_NANOS)) {
            if (Sleep.until(wait, Sleep.deadline(look))) {
                return true;
            }
            if (Thread.currentThread().isInterrupted()) {
                return wait.met();
            }
            DeadlockException certain = lookFor(wait);
            if (certain == null) {
                lookAround(wait);
            } else {
                scope.cancellation.stuck(certain);
                if (wait instanceof Party party && party.giveUp()) {
                    scope.cancellation.throwReason();
                    throw certain; // it was canceled, or has thrown its reason, before
                }
            }
        }
    }

    /** Nobody else looks after the scopes around that the same thread has opened. */
    private void lookAround(Wait wait) {
        for (Scope at = scope.openedAround(); at != null; at = at.openedAround()) {
            at.watch.lookFromInside(wait);
        }
    }

    private void lookFromInside(Wait wait) {
        DeadlockException certain = lookFor(wait);
        if (certain != null) {
            scope.cancellation.stuckFromInside(certain); // which interrupts the wait
        }
    }

    /** If the handler of reports throws, the wait ends, unless it was met meanwhile. */
    private @Nullable DeadlockException lookFor(Wait wait) {
        try {
            return stuckness.judge(scope.allWait(), scope.owner::handles);
        } catch (Throwable e) { // checked ones, too: not all languages check
            if (!(wait instanceof Party party) || party.giveUp()) {
                throw e;
            }
            handlerFailed(e);
            return null;
        }
    }

    static void handlerFailed(Throwable problem) {
        log("the handler of stuck processes has failed", problem);
    }

    /** Whoever tells of it goes on, whatever the logger throws. */
    static void log(String what) {
        try {
            System.getLogger(Scope.class.getName()).log(Level.WARNING, what);
        } catch (Throwable e) { // there is nobody else to tell
            return;
        }
    }

    /** Likewise. */
    static void log(String what, Throwable problem) {
        try {
            System.getLogger(Scope.class.getName()).log(Level.WARNING, what, problem);
        } catch (Throwable again) {
            keep(again, problem);
        }
    }

    /** For whoever sees it yet; a handler of the log may throw what it was given. */
    private static void keep(Throwable again, Throwable problem) {
        try {
            if (again != problem) {
                problem.addSuppressed(again);
            }
        } catch (OutOfMemoryError e) { // nobody sees it
            return;
        }
    }
}
