package io.roundhouse.actor;

import io.roundhouse.waiting.internal.NotTaken;
import org.jspecify.annotations.Nullable;

/**
 * The actor was stopped before it handled the call, or its executor refuses to run it, so there is
 * no answer.
 */
@SuppressWarnings("exports") // a mark for channels
public final class ActorStoppedException extends IllegalStateException implements NotTaken {
    private static final long serialVersionUID = 1L;

    /** Says which call. */
    public ActorStoppedException(String message) {
        this(message, null);
    }

    /**
     * Says which call.
     *
     * @param cause what the actor's object has thrown that ended it; null if it was stopped
     *     otherwise
     */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public ActorStoppedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
