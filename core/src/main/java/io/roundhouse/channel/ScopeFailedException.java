package io.roundhouse.channel;

import org.jspecify.annotations.Nullable;

/**
 * A process of a scope has failed. The cause is the first failure; those that came after it are
 * suppressed ones of this exception. Where there was no memory to say so, it has none of these.
 */
public final class ScopeFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Made beforehand. One for all scopes, so it keeps nothing of any. */
    private static final ScopeFailedException WITHOUT_MEMORY =
            new ScopeFailedException(
                    "a process has failed, and there was no memory to say how", null, false);

    private ScopeFailedException(String text, @Nullable Throwable first, boolean keeps) {
        super(text, first, keeps, keeps);
    }

    /** For a process that has failed first; never fails itself. */
    static ScopeFailedException of(Process process, Throwable first) {
        try {
            return new ScopeFailedException(process.thread.getName(), first);
        } catch (OutOfMemoryError e) {
            return WITHOUT_MEMORY;
        }
    }

    /** Of a process that was joined. */
    ScopeFailedException(String process, Throwable first) {
        this(process + " has failed: " + textOf(first), first, true);
    }

    /** What it says of itself, unless that fails, too: then what it is. */
    private static String textOf(Throwable problem) {
        try {
            return problem.toString();
        } catch (Throwable e) { // the user's, checked or not
            return problem.getClass().getName();
        }
    }
}
