package io.roundhouse.actor;

/**
 * For objects behind actors that want to know when their life begins and ends; both methods run as
 * the actor's calls do, one at a time with them.
 *
 * <p>An actor whose object has one of these is held by its house until it is stopped or the house
 * is closed, and so is one with a thread or an executor of its own ({@link ActorOptions#pinned()},
 * {@link ActorOptions#virtual()}, {@link ActorOptions#on}); others are garbage when nobody can call
 * them any more.
 */
public interface Lifecycle {
    /**
     * Called once, before the first call is handled. If it throws, that goes to the failure
     * handler, and the actor is stopped.
     */
    default void started() {}

    /**
     * Called once, when the actor has handled its last call and its children have come to their
     * end: after {@code stop}, after an {@link Error}, or when the house is closed. Calls that it
     * makes are accepted; calls to actors that have been stopped in their turn are dead letters. If
     * it throws, that goes to the failure handler.
     *
     * <p>A house that is closed stops all actors whose objects have one of these, once all is
     * quiet: the youngest first, but it does not wait for one before it stops the next. What this
     * sends then to another one of them is a dead letter if that has been stopped by now, as it has
     * but for a moment, and {@code close} returns false. What it sends to an actor that is none of
     * them, nor a child of one, is handled.
     */
    default void stopped() {}
}
