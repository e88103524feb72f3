package io.roundhouse.channel;

/**
 * A process of a scope has failed. The cause is the first failure; those that came after it are
 * suppressed ones of this exception.
 */
public final class ScopeFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScopeFailedException(String process, Throwable first) {
        super(process + " has failed: " + textOf(first), first);
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
