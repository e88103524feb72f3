package io.roundhouse.waiting;

/**
 * The one door through which a thread waits: every spin, yield and park of the library happens
 * behind it. A simulation puts its own waiters here.
 *
 * <p>A waiter serves one waiting thread at a time; {@link #wake} may be called by any thread.
 */
public interface Waiter {
    /**
     * Waits until {@link Wait#met} says so.
     *
     * @throws WaitInterruptedException if the thread is interrupted while it waits; its interrupt
     *     flag stays set
     */
    default void await(Wait wait) {
        await(wait, Long.MAX_VALUE);
    }

    /**
     * Waits until {@link Wait#met} says so or {@code nanos} nanoseconds have passed.
     *
     * @param nanos how long to wait at most; {@link Long#MAX_VALUE} for ever, 0 or less for a look
     *     without waiting
     * @return whether the wait was met
     * @throws WaitInterruptedException if the thread is interrupted while it waits; its interrupt
     *     flag stays set
     */
    boolean await(Wait wait, long nanos);

    /**
     * Waits for something that is about to happen, if it happens at all: no longer than two
     * microseconds, deaf to interrupts, and without giving up the processor; where there is only
     * one, not at all. Among more threads than processors ({@link WaitStrategy#newWaiter(int)}) an
     * adaptive one lets others run meanwhile, on a thread of the platform, and looks when they
     * have: that may last longer, once; where it does, it is not done again for a while. For looks
     * that are cheaper for the other side than those of the wait that follows.
     *
     * @return whether the wait was met
     */
    boolean pause(Wait wait);

    /**
     * Waits for something that is worth some time, but not a wake-up: until {@link Wait#met} says
     * so or {@code nanos} nanoseconds have passed, and no one has to wake it. It gives way to other
     * threads; it does not sleep where sleeping could make it late, unless its strategy sleeps
     * anyhow.
     *
     * @return whether the wait was met
     * @throws WaitInterruptedException if the thread is interrupted while it waits; its interrupt
     *     flag stays set
     */
    default boolean linger(Wait wait, long nanos) {
        return await(wait, nanos);
    }

    /**
     * Like {@link #await(Wait, long)}, but looks only at the beginning, when it is woken, and at
     * the end. A wake-up that would be late elsewhere is missed here and costs all of the time: for
     * looks at regular times.
     *
     * @return whether the wait was met
     */
    default boolean doze(Wait wait, long nanos) {
        return await(wait, nanos);
    }

    /**
     * Makes the waiting thread look again, if it is parked. Does nothing otherwise. The caller has
     * published what ends the wait <em>before</em> it calls; it need not issue a fence.
     *
     * <p>Must not throw: the exception comes out of the call that wakes, in place of its result.
     * What that has put, published or loaded is there all the same, and is there twice if it is
     * called again; an element or a good that it was to return is lost. Only an end is complete
     * whatever is thrown: who closes wakes all others, and the queue, line or railway is closed.
     */
    void wake();

    /**
     * {@link #wake} where any one of several threads, each with a waiter of its own, is to look
     * again. Any thread.
     *
     * @return whether a thread was parked here, or about to be, and looks again because of this; if
     *     not, nothing was done, or nobody knows
     */
    default boolean wakeSleeper() {
        wake();
        return false;
    }

    /** How often a thread waited here, once a wait however long. Any thread; approximate. */
    long waits();

    /** How often a thread parked here. Any thread; approximate. */
    long parks();
}
