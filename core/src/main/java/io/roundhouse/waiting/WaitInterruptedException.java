package io.roundhouse.waiting;

/**
 * The thread was interrupted while it waited. Nothing was loaded, unloaded or sent by the
 * interrupted call, and the thread's interrupt flag is still set.
 */
public final class WaitInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what was waited for. */
    public WaitInterruptedException(Wait wait) {
        super("interrupted while waiting: " + wait);
    }
}
