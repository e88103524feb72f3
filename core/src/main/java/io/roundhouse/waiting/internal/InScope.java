package io.roundhouse.waiting.internal;

import org.jspecify.annotations.Nullable;

/**
 * A thread that is of a scope, which may cancel it by an interrupt. Here, below channels and
 * actors, as both wait for such a thread.
 */
public abstract class InScope {
    private static final ThreadLocal<@Nullable InScope> CURRENT = new ThreadLocal<>();

    /** What the calling thread is; null if it is of no scope. */
    public static @Nullable InScope here() {
        return CURRENT.get();
    }

    /** The calling thread is this; or of no scope. */
    protected static void set(@Nullable InScope thread) {
        if (thread == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(thread);
        }
    }

    /**
     * The calling thread was interrupted while it waited, and waits no longer. If that was by a
     * scope that it has opened, takes the flag back, and throws why.
     */
    public static void throwIfItInterrupted() {
        InScope me = here();
        if (me != null) {
            me.throwIfScopeInterrupted();
        }
    }

    /** The same, for {@link #here}. */
    protected abstract void throwIfScopeInterrupted();
}
