package io.roundhouse.lab.verdict;

/** How our best stands to the best of the others. */
public enum Standing {
    /** Better by more than 3 %, in at least three quarters of the rounds. */
    AHEAD,
    /** Too close to tell. */
    LEVEL,
    /** Worse by more than 3 %, in at least three quarters of the rounds. */
    BEHIND,
    /** There is nothing to compare with. */
    ALONE
}
