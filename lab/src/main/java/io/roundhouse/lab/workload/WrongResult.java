package io.roundhouse.lab.workload;

/** Goods were lost, doubled or changed. */
public final class WrongResult extends Exception {

    private static final long serialVersionUID = 1;

    public WrongResult(String what) {
        super(what);
    }

    /** Compares what a consumer saw with what was sent. */
    static void unless(String who, long count, long expectedCount, long sum, long expectedSum)
            throws WrongResult {
        if (count != expectedCount || sum != expectedSum) {
            throw new WrongResult(
                    "wrong result: %s saw %d goods with sum %d, sent were %d with sum %d"
                            .formatted(who, count, sum, expectedCount, expectedSum));
        }
    }
}
