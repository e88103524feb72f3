package io.roundhouse.actor;

/**
 * Actors wait for each other's answers in a circle, and none of them could ever get one. The call
 * that would have closed the circle is withdrawn, unless it has been sent before and has begun. The
 * message names all of them: {@code a → b.price → a.total} where {@code a} asks {@code b} for its
 * price, and {@code b} then asks {@code a} for its total.
 */
public final class AskCycleException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says who waits for whom, and for which of its methods. */
    public AskCycleException(String message) {
        super(message);
    }
}
