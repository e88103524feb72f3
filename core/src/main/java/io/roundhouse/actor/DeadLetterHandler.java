package io.roundhouse.actor;

/**
 * Told of every call that was accepted and will never be handled, because its actor has been
 * stopped, or is not run any more: its executor refuses to, or the time of its house's close is
 * over.
 */
@FunctionalInterface
public interface DeadLetterHandler {
    /**
     * This call will not be handled. Runs on whatever thread found out: the caller's, the actor's
     * or the one that closes the house. It may call actors, as a thread that is no actor, and waits
     * where a mailbox is full, or for an answer: so it must not wait for an answer of the actor
     * whose call this was, which this thread may be running, nor, on the only thread of an
     * executor, of another one that it runs, nor fill a mailbox that it empties. Waiting for any
     * house to be quiet or closed is refused. What this method throws is logged.
     */
    void dead(Invocation call);
}
