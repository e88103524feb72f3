package io.roundhouse.waiting;

/**
 * The thread was interrupted while it waited; its interrupt flag is still set. Who waited for
 * goods, for room or for a place has loaded, unloaded, published or sent nothing. An actor's call
 * that waited for its answer is withdrawn if it has not begun, and runs to its end otherwise. What
 * else an interrupt does is said where a method says that it throws this: {@code Pipeline.close}
 * stops its line.
 */
public final class WaitInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says what was waited for. */
    public WaitInterruptedException(Wait wait) {
        super("interrupted while waiting: " + wait);
    }
}
