package io.roundhouse.actor;

import io.roundhouse.waiting.internal.NotTaken;

/**
 * The house is closed or closing, and takes no more calls from outside of its own actors. Nothing
 * was sent.
 */
@SuppressWarnings("exports") // a mark for channels
public final class HouseClosedException extends IllegalStateException implements NotTaken {
    private static final long serialVersionUID = 1L;

    /** Says what was refused. */
    public HouseClosedException(String message) {
        super(message);
    }
}
