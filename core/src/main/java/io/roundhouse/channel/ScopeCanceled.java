package io.roundhouse.channel;

import java.util.concurrent.CancellationException;

/** What a wait of the thread that opened a scope ends with where that was canceled. */
final class ScopeCanceled extends CancellationException {
    private static final long serialVersionUID = 1L;

    ScopeCanceled() {
        super("the scope has been canceled");
    }

    /** For a process has thrown that as a scope around this one was canceled. */
    ScopeCanceled(Throwable problem) {
        this();
        initCause(problem);
    }
}
