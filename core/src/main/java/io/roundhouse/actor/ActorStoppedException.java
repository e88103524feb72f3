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

    /** Whether it says where it was made. */
    private final boolean isTraced;

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
        this(message, cause, true);
    }

    /**
     * Says which call, and perhaps not where that came out.
     *
     * @param isTraced whether it has a stack trace; those that many get at a time, all from the
     *     same place, have none
     */
    @SuppressWarnings("exports") // as above
    public ActorStoppedException(String message, @Nullable Throwable cause, boolean isTraced) {
        this.isTraced = isTraced; // first: it is asked for its trace before it is there
        super(message, cause);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return isTraced ? super.fillInStackTrace() : this;
    }
}
