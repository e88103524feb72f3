package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/** What an actor waits for, that another actor is to do. */
interface Awaited {
    /** Where it is no call of a method. */
    int NO_METHOD = -1;

    /** Takes back what nobody has been told to do. */
    Runnable NOBODY_WAITS = () -> {};

    /** That there is room in its mailbox. */
    Awaited ROOM = () -> false;

    /**
     * That it ends the call of that method that it runs on top of the one that waits.
     *
     * @param asked of whom that one waits itself, where it does; for words only
     * @param itself for what it does
     */
    record EndOfVisit(int method, @Nullable Bounded asked, @Nullable Awaited itself)
            implements Awaited {
        @Override
        public boolean isOver() {
            return false;
        }
    }

    /** Whether it has been done, or the other one may do other things before. */
    boolean isOver();

    /** Who is to do it, where that one was said to be first. */
    default Bounded whom(Bounded said) {
        return said;
    }

    /**
     * Has that actor, which is about to wait for it and to look for circles, look once more when it
     * is known that more is awaited, until what this returns is run. Any thread.
     */
    default Runnable tellsOfMore(Actor waiting, Waiter waiter) {
        return NOBODY_WAITS;
    }

    /** The number of the method that was called. */
    default int method() {
        return NO_METHOD;
    }
}
