package io.roundhouse.lab.system;

/**
 * What a consumer saw.
 *
 * @param count number of goods
 * @param sum their sum, wrapping around
 */
public record Tally(long count, long sum) {

    /** What several saw together. */
    public static Tally all(Tally... tallies) {
        long count = 0;
        long sum = 0;
        for (Tally each : tallies) {
            count += each.count;
            sum += each.sum;
        }
        return new Tally(count, sum);
    }
}
