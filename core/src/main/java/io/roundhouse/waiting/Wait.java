package io.roundhouse.waiting;

/**
 * One wait: what a thread waits for, and how those who can end it are told that they must wake it.
 *
 * <p>{@link Object#toString} says who waits, for what, and who can end the wait: it is what
 * deadlock reports and monitors show. All methods are called by the waiting thread.
 */
public interface Wait {
    /**
     * Whether the wait is over. Called again and again, perhaps once more when it has said that it
     * is; must not block. May throw, which ends the wait with that exception.
     */
    boolean met();

    /**
     * Called once before the waiting thread first parks: from now on those who can end this wait
     * must call {@link Waiter#wake}. {@link #met} is called again afterwards.
     */
    default void beforePark() {}

    /**
     * Called once when the waiting thread no longer needs to be woken, after a {@link #beforePark}.
     */
    default void afterPark() {}

    /**
     * Whether all who may end this wait without having seen that it is announced issue a full fence
     * between ending it and {@link Waiter#wake}, and have done so for longer than any store takes
     * to become visible. Then no wake-up is late, and the waiting thread need not nap. Asked before
     * the last look ahead of each park, behind a fence of the waiting thread: the look finds what
     * was stored before.
     *
     * @param clock the waiter's
     */
    default boolean wakersFence(Clock clock) {
        return false;
    }

    /**
     * How long the waiting thread is away at most before it looks again though nobody has woken it,
     * in nanoseconds, where {@link #wakersFence} does not say that it need not look. Asked after
     * each nap.
     */
    default long longestNapNanos() {
        return Long.MAX_VALUE;
    }

    /** Called when the wait is over and has lasted as long as a park, though there was none. */
    default void hasLasted() {}

    /**
     * Whether so little has come since the last park, or wait as long as one, that looking on
     * before the next one is in vain. Who says so is parked at once, if looking on has not helped
     * for long.
     */
    default boolean isSeldom() {
        return false;
    }

    /**
     * Whether there are as many other threads with work on what is waited for as there are
     * processors, and work for longer than a nap: then a thread that looks on takes a processor
     * from one of them. Asked where yields have let nobody run, which does not tell: two who work
     * may share the other processor, and stay there as long as this one is never idle.
     *
     * @param clock the waiter's
     * @param nap how long the thread would be away
     */
    default boolean isInTheWay(Clock clock, long nap) {
        return false;
    }
}
