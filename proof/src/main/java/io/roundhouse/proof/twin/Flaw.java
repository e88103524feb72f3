package io.roundhouse.proof.twin;

/** What a {@link Handover}, or the waiter it waits with, does wrong. */
public enum Flaw {
    /** Nothing: passes every check. */
    NONE,

    /** The position is published before the good is in its slot. */
    PUBLISHES_BEFORE_IT_STORES,

    /** The loader takes one slot more for free than there is, and overwrites an unread good. */
    LIMIT_ONE_TOO_FAR,

    /** A train leaves only when it is full. */
    DEPARTS_ONLY_WHEN_FULL,

    /** Nobody who is asleep is told of the closing. */
    CLOSES_IN_SILENCE,

    /** A load does not look whether the line is closed before it waits for room. */
    WAITS_THOUGH_CLOSED,

    /** The waiter looks a last time, and only then says that it is going to sleep. */
    LOOKS_THEN_ANNOUNCES,

    /** The first park has no end of its own, and the waking side has no fence. */
    PARKS_WITHOUT_END,

    /**
     * Only the first park is a nap: a permit that a waker of an earlier wait left behind ends it at
     * once, before what was written has become visible.
     */
    NAPS_ONCE,

    /**
     * No flaw either: like {@link #PARKS_WITHOUT_END}, but with the fence that it needs, a good.
     */
    PARKS_WITHOUT_END_BUT_FENCES
}
