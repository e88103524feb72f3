package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.Limits;
import java.util.List;
import java.util.Objects;

/** Looks behind handles, for tests. */
public final class Inspect {
    private Inspect() {}

    /** The threads that may run the actor. */
    public static List<Thread> threads(Object handle) {
        return List.copyOf(actor(handle).dispatching().threads());
    }

    /** How many calls wait in its mailbox, the one being handled included. */
    public static long underWay(Object handle) {
        return actor(handle).underWay();
    }

    /** For how many calls its mailbox has memory. */
    public static int room(Object handle) {
        return actor(handle).room();
    }

    /** Whether it rests until there is room where it sent too much. */
    public static boolean isResting(Object handle) {
        return actor(handle).isWaiting();
    }

    /** Whether it waits for the other one, to be found on a circle with it. */
    public static boolean waitsFor(Object handle, Object other) {
        return actor(handle).waitsFor() == actor(other);
    }

    /** How many actors with threads or executors of their own the actor's house knows. */
    public static int owned(Object handle) {
        return actor(handle).kind.house().staff().owned();
    }

    /** How many actors with lanes the actor's house knows. */
    public static int withLanes(Object handle) {
        return actor(handle).kind.house().staff().actorsWithLanes().size();
    }

    /** What the thread that was the first to stream calls writes them into. That thread. */
    public static long[] laneOf(Object handle) {
        return Objects.requireNonNull(actor(handle).lanes(), "no lane").first().longs;
    }

    /** How many answers it has promised and not given. */
    public static int owed(Object handle) {
        Life life = actor(handle).lifeIfAny();
        return life == null ? 0 : life.takeOwed().size();
    }

    /** The actor itself, for a look whether it is garbage. */
    public static Object itself(Object handle) {
        return actor(handle);
    }

    /** What it has in common with actors that were made like it. */
    public static Object inCommon(Object handle) {
        return actor(handle).kind;
    }

    /**
     * Puts a call of one number to its first method into its mailbox, as far as another thread has
     * come that has sent it, and is still to tell of it.
     */
    public static void isAboutToSend(Object handle, long number) {
        Actor actor = actor(handle);
        if (!actor.offer(actor.kind.bound(), new long[] {1, number}, new Object[0], 0)) {
            throw new IllegalStateException(actor + " has no room");
        }
    }

    /** What it has in its mailbox is told of, as it was sent. */
    public static void tells(Object handle) {
        Actor actor = actor(handle);
        actor.mailed(Caller.current());
    }

    /** From now on no more workers of its house may wait in calls. */
    public static void mostWaiting(Object handle, int workers) {
        Limits.mostWaiting(actor(handle).dispatching(), workers);
    }

    /** Who gives it threads. */
    static Dispatching dispatching(Object handle) {
        return actor(handle).dispatching();
    }

    private static Actor actor(Object handle) {
        return ((Handle) handle).actor();
    }
}
