package io.roundhouse.lab.system;

/**
 * Turns plain objects into actors: the thing under test of systems that run plain objects behind
 * plain interfaces. {@link RingSession#over}, {@link SpawnChainSession#over} and {@link
 * PingPongSession#over} make sessions of it.
 */
public interface ActorBinder {

    /**
     * A handle of type {@code type} whose calls reach {@code target} one at a time, those of one
     * caller in their order, each happening before the next. Called by any thread, actors included.
     */
    <T> T bind(Class<T> type, T target);

    /**
     * Ends an actor at once. Called by the actor itself, within its last call, or by the driver
     * when nothing is under way.
     */
    void stop(Object handle);

    /** Ends an actor by a last message to it. Called by the actor itself. */
    default void stopByMessage(Object handle) {
        throw new UnsupportedOperationException("no stopping by message");
    }
}
