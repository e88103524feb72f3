package io.roundhouse.actor;

/**
 * Actors wait for each other's answers in a circle, and none of them could ever get one. The call
 * that would have closed the circle is withdrawn, unless it has been sent before and has begun.
 */
public final class AskCycleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says who waits for whom. */
    public AskCycleException(String message) {
        super(message);
    }
}
