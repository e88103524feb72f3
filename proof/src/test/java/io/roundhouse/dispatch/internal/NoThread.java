package io.roundhouse.dispatch.internal;

/**
 * What a model checker takes for the thread that runs an actor: that of a real one is found through
 * the list of all threads that ever called, and what others left there is no part of a model.
 */
public final class NoThread {
    private NoThread() {}

    /** One more. */
    public static Caller caller() {
        return new Caller(Thread.currentThread(), null);
    }
}
