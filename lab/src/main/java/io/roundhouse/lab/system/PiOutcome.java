package io.roundhouse.lab.system;

/**
 * What came of a run of the workload {@code pi}.
 *
 * @param sum the total
 * @param results how many results were added into it
 * @param underWay most jobs that were given out and not yet added, as far as it was seen; negative
 *     where nobody looked
 */
public record PiOutcome(double sum, long results, long underWay) {

    /** The outcome where nobody looked how many jobs were under way. */
    public static final long NOT_SEEN = -1;

    /** Without a look at what was under way. */
    public PiOutcome(double sum, long results) {
        this(sum, results, NOT_SEEN);
    }
}
