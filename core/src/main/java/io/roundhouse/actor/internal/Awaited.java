package io.roundhouse.actor.internal;

/** What an actor waits for in the middle of a call, that another actor is to do. */
interface Awaited {
    /** Whether it has been done, or the other one may do other things before. */
    boolean isOver();
}
