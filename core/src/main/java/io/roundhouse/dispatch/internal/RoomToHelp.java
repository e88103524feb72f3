package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.StackRoom;

/**
 * Whether a call can be run on top of the one that waits, and wait as well, on the stack of a
 * thread of an executor: the turn that it takes, what is around it, and what waiting needs.
 */
final class RoomToHelp {

    /** Calls wait so deep on one stack without a look at it: as deep as those of visits. */
    private static final int FEW_CALLS = 16;

    /**
     * What is left where the last one that may wait begins to: for the turn and the call on top of
     * it, whose own frames have a part of that.
     */
    private static final int FRAMES_TO_WAIT = 600;

    /**
     * A virtual thread needs stack to park, and the more the deeper it is: no look tells whether
     * that will be there when it does.
     */
    private static final int MOST_CALLS_ON_VIRTUAL = 64;

    private RoomToHelp() {}

    /** The calling thread's. */
    static boolean isThere(Caller me) {
        int calls = me.depth();
        return calls <= FEW_CALLS
                || (Thread.currentThread().isVirtual()
                        ? calls <= MOST_CALLS_ON_VIRTUAL
                        : StackRoom.has(FRAMES_TO_WAIT));
    }
}
