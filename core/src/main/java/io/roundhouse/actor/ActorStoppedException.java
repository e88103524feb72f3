package io.roundhouse.actor;

/** The actor was stopped before it handled the call, so there is no answer. */
public final class ActorStoppedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Says which call. */
    public ActorStoppedException(String message) {
        super(message);
    }
}
