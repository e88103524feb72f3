package io.roundhouse.actor.internal;

/** What an actor waits for, that another actor is to do. */
interface Awaited {
    /** That there is room in its mailbox. */
    Awaited ROOM = () -> false;

    /** That it ends the call that it runs on top of the one that waits. */
    Awaited END_OF_VISIT = () -> false;

    /** Whether it has been done, or the other one may do other things before. */
    boolean isOver();
}
