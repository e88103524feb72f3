package io.roundhouse.channel;

import org.jspecify.annotations.Nullable;

/**
 * Why a scope was canceled, if there is something to throw, and whether the thread that opened it
 * has got it. Guarded by the lock of the scope.
 */
final class Reason {
    private @Nullable RuntimeException why;
    private boolean told;

    /** The scope is canceled, for this or for nothing that is to be thrown. */
    void begins(@Nullable RuntimeException first) {
        why = first;
    }

    /** A process has failed behind the cancellation, by that problem. */
    void failedToo(ScopeFailedException failure, Throwable problem) {
        if (why == null) {
            why = failure;
        } else if (why != problem) {
            why.addSuppressed(problem);
        }
    }

    /** Those who clean up wait for each other: that counts where nothing else does. */
    void stuckToo(DeadlockException report) {
        if (why == null) {
            why = report;
        }
    }

    /** That is to be thrown, where the owner has got all that was before. */
    void tellsAnew(DeadlockException report) {
        if (told) {
            why = report;
            told = false;
        }
    }

    /** Once, as soon as there is something to throw. */
    @Nullable RuntimeException take() {
        RuntimeException taken = told ? null : why;
        told |= taken != null;
        return taken;
    }

    /** The same, whatever it has got. */
    @Nullable RuntimeException tell() {
        told |= why != null;
        return why;
    }
}
