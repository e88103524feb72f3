package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.dispatch.internal.Workers;
import java.util.List;

/** Looks behind handles, for tests. */
public final class Inspect {
    private Inspect() {}

    /** The threads that may run the actor. */
    public static List<Thread> threads(Object handle) {
        Dispatching dispatching = actor(handle).dispatching;
        if (dispatching instanceof OwnThread own) {
            return List.of(own.thread());
        }
        return List.copyOf(((Workers) dispatching).threads());
    }

    /** How many calls wait in its mailbox, the one being handled included. */
    public static long underWay(Object handle) {
        return actor(handle).underWay();
    }

    /** Whether nobody runs it or is about to. */
    public static boolean isIdle(Object handle) {
        return actor(handle).isIdle();
    }

    /** Whether it rests until there is room where it sent too much. */
    public static boolean isResting(Object handle) {
        return actor(handle).isResting();
    }

    private static Actor actor(Object handle) {
        return ((Handle) handle).actor();
    }
}
