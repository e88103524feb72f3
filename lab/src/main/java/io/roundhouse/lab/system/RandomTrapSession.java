package io.roundhouse.lab.system;

/** Computations of π. */
public interface RandomTrapSession {

    /**
     * Throws that many random points at the unit square, two random numbers each, and says how many
     * fell into the quarter circle. Called by several threads at once.
     */
    long hits(long points);
}
