package io.roundhouse.lab.system;

/** Workers set up to compute π, for any number of runs. */
public interface PiSession extends Session {

    /**
     * Has whoever computes come up, where that is not so from one run to the next. Called before
     * each run and outside of its time, by the thread that then computes.
     */
    default void ready() throws Exception {}

    /**
     * Computes the jobs {@code 0 ... jobs - 1}, each of them a piece of work of its own, and adds
     * their results into one total. Called by one thread, which gives out the jobs or has them
     * given out, and waits for the last result.
     */
    PiOutcome compute(int jobs) throws Exception;

    /**
     * Sends home whoever {@link #ready} has called. Called behind each run and outside of its time,
     * by the same thread; not behind a run that failed.
     */
    default void rest() throws Exception {}
}
