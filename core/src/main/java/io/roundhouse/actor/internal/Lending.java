package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.memory.Borrowed;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls that are only sent, with an argument that others use again before the actor comes
 * to it. For handles that were generated where assertions are on.
 */
public final class Lending {
    private Lending() {}

    /**
     * Looks at one argument of a call that its caller does not wait for, before it is sent. What an
     * actor does with what it was asked with is its own affair, though it runs on the caller's
     * thread: it may send that on, and answer behind.
     *
     * @throws IllegalStateException if the calling thread has it for a while only
     */
    public static void check(@Nullable Object argument, Actor actor, int method) {
        Object borrower = Borrowed.borrowerOf(argument);
        if (borrower != null && Caller.current().running == null) {
            throw refused(borrower, actor, actor.kind.protocol().methodName(method));
        }
    }

    private static IllegalStateException refused(Object borrower, Actor actor, String method) {
        return new IllegalStateException(
                borrower
                        + ": its event is an argument of "
                        + actor
                        + "."
                        + method
                        + ", a call that is only sent: the event would be filled again before the"
                        + " actor comes to it. Send what is needed of it, or a copy; or let "
                        + method
                        + " return a value, or declare a checked exception, so that the stage"
                        + " waits");
    }
}
