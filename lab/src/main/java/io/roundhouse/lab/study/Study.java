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
}
