package io.roundhouse.lab.study;

import java.util.List;

/** A published experiment, or a choice of settings that belong together. */
public interface Study {

    /** The name on the command line, in lower case with hyphens. */
    String name();

    /** What it asks, in one sentence. */
    String summary();

    /** The settings to measure, in the order of the published tables. */
    List<Cell> cells();

    /** The time of a setting at the scale quick, on average, in milliseconds. */
    default long quickMillis() {
        return 14_000;
    }

    /**
     * The time of a setting at the scale full, on average, in milliseconds; 0 for as long as it
     * takes.
     */
    default long fullMillis() {
        return 0;
    }
}
