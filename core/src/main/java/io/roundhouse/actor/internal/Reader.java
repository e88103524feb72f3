package io.roundhouse.actor.internal;

/**
 * Reads calls out of a lane and makes them; generated subclasses, one an interface and class of the
 * object behind it.
 */
public abstract class Reader {
    /** For generated subclasses. */
    protected Reader() {}

    /** Handles the calls between the unloader's position and its limit. */
    public abstract void handle(CallUnloader calls, Object target);
}
