package io.roundhouse.actor;

/**
 * Told of every call that ended with an exception of which its caller is not: of {@code void} calls
 * that nobody waits for, and of those that had been answered before. Told of every {@link Error} as
 * well, but for those that were thrown to a caller that had run the call on the spot.
 *
 * <p>What a call throws whose answer comes later is in the caller's future, and what a function
 * throws that is attached to one is in the future that comes of that, as in the JDK. Where such a
 * future is dropped, nobody is told: end with {@code exceptionally} or {@code whenComplete} what is
 * not to be lost.
 */
@FunctionalInterface
public interface FailureHandler {
    /**
     * The call threw {@code thrown}. After an {@link Exception} the actor goes on with its next
     * call; an {@link Error} stops it. Runs on the actor's thread, before that next call. What this
     * method itself throws is logged; should that throw, too, the thread's uncaught exception
     * handler is told, and the actor goes on all the same.
     */
    void failed(Invocation call, Throwable thrown);
}
