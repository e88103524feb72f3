package io.roundhouse.actor.internal;

/**
 * What a user holds of an actor: generated subclasses implement its interface, each method writing
 * its arguments where the calling thread has room for them, or into its lane to the actor. Equal
 * are handles of the same actor.
 */
public abstract class Handle {
    /** Whom calls are sent to. For generated code. */
    protected final Actor actor;

    /** For generated subclasses. */
    protected Handle(Actor actor) {
        this.actor = actor;
    }

    /** What it is called through. */
    final Class<?> type() {
        return getClass().getInterfaces()[0];
    }

    final Actor actor() {
        return actor;
    }

    /** Whether the other one is a handle of the same actor, whatever its interface. */
    @Override
    public final boolean equals(Object other) {
        return other instanceof Handle handle && handle.actor == actor;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(actor);
    }

    /** The interface and the actor's name; local, no call to the actor. */
    @Override
    public final String toString() {
        return type().getSimpleName() + " of " + actor;
    }
}
