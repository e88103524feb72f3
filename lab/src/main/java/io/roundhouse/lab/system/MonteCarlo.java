package io.roundhouse.lab.system;

import java.util.concurrent.ThreadLocalRandom;

/** The work of a node: π by throwing points at a square, with a random generator a thread. */
public final class MonteCarlo {

    private MonteCarlo() {}

    /** How many of that many random points of the unit square lie in the quarter circle. */
    public static long hits(long points) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long hits = 0;
        for (long i = 0; i < points; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y <= 1) {
                hits++;
            }
        }
        return hits;
    }

    /**
     * Whether so many hits are what chance allows, within eight standard deviations: work that was
     * left out, or done twice, is not.
     */
    public static boolean plausible(long hits, long points) {
        double share = Math.PI / 4;
        double deviation = Math.sqrt(points * share * (1 - share));
        return Math.abs(hits - points * share) <= 8 * deviation;
    }
}
