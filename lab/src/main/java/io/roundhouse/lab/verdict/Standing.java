package io.roundhouse.lab.verdict;

/** How our best stands to the best of the others. */
public enum Standing {
    /**
     * Better by more than 3 %, in at least three quarters of the rounds; by the medians where no
     * round has both.
     */
    AHEAD,
    /** Too close to tell. */
    LEVEL,
    /** Measured in too few rounds to tell, or not to the end. */
    OPEN,
    /**
     * Worse by more than 3 %, in at least three quarters of the rounds; by the medians where no
     * round has both.
     */
    BEHIND,
    /** There is nothing to compare with. */
    ALONE
}
