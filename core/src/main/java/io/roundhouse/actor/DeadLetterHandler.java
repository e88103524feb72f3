package io.roundhouse.actor;

/**
 * Told of every call that was accepted and will never be handled, because its actor has been
 * stopped.
 */
@FunctionalInterface
public interface DeadLetterHandler {
    /**
     * This call will not be handled. Runs on whatever thread found out: the caller's, the actor's
     * or the one that closes the house. What this method throws is logged.
     */
    void dead(Invocation call);
}
