package io.roundhouse.actor;

/**
 * The house is closed or closing, and takes no more calls from outside of its own actors. Nothing
 * was sent.
 */
public final class HouseClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says what was refused. */
    public HouseClosedException(String message) {
        super(message);
    }
}
