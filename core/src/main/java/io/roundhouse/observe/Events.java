package io.roundhouse.observe;

import org.jspecify.annotations.Nullable;

/**
 * Tells the flight recorder, where there is one and it wants to know. Otherwise each method is one
 * look that the compiler knows the answer of.
 *
 * <p>Names are made from objects by their {@code toString}, and only for events that are wanted.
 */
public final class Events {
    private static final boolean THERE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Events() {}

    /** An actor has been made. */
    public static void actorStarted(Object actor, Class<?> type) {
        if (THERE) {
            ActorStart.tell(actor, type);
        }
    }

    /** An actor has handled its last call. */
    public static void actorStopped(Object actor) {
        if (THERE) {
            ActorStop.tell(actor);
        }
    }

    /** A mailbox has got memory that has room for so many calls. */
    public static void mailboxGrew(Object actor, int calls, int bound) {
        if (THERE) {
            MailboxGrowth.tell(actor, calls, bound);
        }
    }

    /** Whether calls are to be timed. */
    public static boolean timesCalls() {
        return THERE && SlowCall.isWanted();
    }

    /** Begins to time a call. */
    public static @Nullable Object callBegins() {
        return SlowCall.begins();
    }

    /** A call that {@link #callBegins} began has ended; told if it was slow. */
    public static void callEnds(@Nullable Object begun, Object actor, Object method) {
        SlowCall.ends(begun, actor, method);
    }
}
