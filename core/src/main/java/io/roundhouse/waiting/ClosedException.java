package io.roundhouse.waiting;

import org.jspecify.annotations.Nullable;

/**
 * What a thread waits for, or wants to do, can never happen: the other side is closed, or has
 * failed, which is the {@link #getCause cause} then.
 */
public abstract class ClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With a message, and what the other side failed with; null if it was closed. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    protected ClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
