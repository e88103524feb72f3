package io.roundhouse.actor.internal;

/** A handle that can do no more than one interface of another one. */
public abstract class NarrowHandle extends Handle {
    /** The other one, which sends. For generated code. */
    protected final Object wide;

    /** For generated subclasses. */
    protected NarrowHandle(Actor actor, Object wide) {
        super(actor);
        this.wide = wide;
    }
}
