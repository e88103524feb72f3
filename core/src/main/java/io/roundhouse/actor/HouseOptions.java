package io.roundhouse.actor;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;

/** Who is told of what goes wrong in a house; see {@code Roundhouse.open}. Not thread-safe. */
public final class HouseOptions {
    private static final Logger LOG = System.getLogger("io.roundhouse");

    private FailureHandler onFailure =
            (call, thrown) ->
                    LOG.log(
                            Level.ERROR,
                            () ->
                                    call
                                            + (thrown instanceof Error
                                                    ? " threw an error: its actor is stopped"
                                                    : " threw an exception: its actor goes on"),
                            thrown);
    private DeadLetterHandler onDeadLetter =
            call ->
                    LOG.log(
                            Level.WARNING,
                            () -> "dead letter, its actor has been stopped: " + call);

    private int workers = Runtime.getRuntime().availableProcessors();

    /**
     * The defaults: what goes wrong is logged by the {@link System.Logger} {@code io.roundhouse}.
     */
    public HouseOptions() {}

    /**
     * How many threads run the actors that have none of their own; as many as there are processors
     * unless set.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public HouseOptions workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("a house needs 1 worker or more, not " + threads);
        }
        workers = threads;
        return this;
    }

    /** Who is told of calls that end with an exception. */
    public HouseOptions onFailure(FailureHandler handler) {
        onFailure = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /** Who is told of calls that were accepted and will not be handled. */
    public HouseOptions onDeadLetter(DeadLetterHandler handler) {
        onDeadLetter = Objects.requireNonNull(handler, "handler");
        return this;
    }

    /** See {@link #workers(int)}. */
    public int workers() {
        return workers;
    }

    /** See {@link #onFailure(FailureHandler)}. */
    public FailureHandler onFailure() {
        return onFailure;
    }

    /** See {@link #onDeadLetter(DeadLetterHandler)}. */
    public DeadLetterHandler onDeadLetter() {
        return onDeadLetter;
    }
}
