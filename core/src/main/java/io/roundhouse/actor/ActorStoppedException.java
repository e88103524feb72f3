package io.roundhouse.actor;

import io.roundhouse.waiting.internal.NotTaken;

/**
 * The actor was stopped before it handled the call, or its executor refuses to run it, so there is
 * no answer.
 */
@SuppressWarnings("exports") // a mark for channels
public final class ActorStoppedException extends IllegalStateException implements NotTaken {
    private static final long serialVersionUID = 1L;

    /** Says which call. */
    public ActorStoppedException(String message) {
        super(message);
    }
}
