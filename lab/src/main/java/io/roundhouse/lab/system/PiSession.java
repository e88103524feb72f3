package io.roundhouse.lab.system;

/** Workers set up to compute π, for any number of runs. */
public interface PiSession extends Session {

    /**
     * Computes the jobs {@code 0 ... jobs - 1}, each of them a piece of work of its own, and adds
     * their results into one total. Called by one thread, which gives out the jobs or has them
     * given out, and waits for the last result.
     */
    PiOutcome compute(int jobs) throws Exception;
}
