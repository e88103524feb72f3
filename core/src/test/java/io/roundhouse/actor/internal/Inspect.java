package io.roundhouse.actor.internal;

/** Looks behind handles, for tests. */
public final class Inspect {
    private Inspect() {}

    /** How many threads have a lane to the actor. */
    public static int lanes(Object handle) {
        return ((Handle) handle).mailbox.lanes().length;
    }

    /** How many calls it has handled. */
    public static long handled(Object handle) {
        return ((Handle) handle).mailbox.handled();
    }

    /** The actor's thread. */
    public static Thread thread(Object handle) {
        return ((Handle) handle).mailbox.thread;
    }
}
