package io.roundhouse.actor;

/** Told of every call that ended with an exception. */
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
