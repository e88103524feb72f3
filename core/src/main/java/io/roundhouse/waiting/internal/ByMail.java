package io.roundhouse.waiting.internal;

/** A stage that comes as the mail of an actor. Here, below channels and actors. */
public interface ByMail {
    /** Whether the calling thread runs that actor, and the stage is not complete. */
    boolean comesByMailHere();
}
