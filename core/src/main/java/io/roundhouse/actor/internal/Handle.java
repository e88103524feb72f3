package io.roundhouse.actor.internal;

/**
 * What a user holds of an actor: generated subclasses implement its interface, each method writing
 * its arguments where the calling thread has room for them. Equality is identity.
 */
public abstract class Handle {
    /** Whom calls are sent to. For generated code. */
    protected final Actor actor;

    /** For generated subclasses. */
    protected Handle(Actor actor) {
        this.actor = actor;
    }

    final Actor actor() {
        return actor;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(this);
    }

    /** The interface and the actor's name; local, no call to the actor. */
    @Override
    public final String toString() {
        return actor.kind.binding().type().getSimpleName() + " of " + actor;
    }
}
