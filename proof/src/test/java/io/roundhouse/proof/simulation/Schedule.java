package io.roundhouse.proof.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Says who goes on, at every step of a run. Option 0 is what would happen undisturbed: the same
 * thread again, or the first one that can.
 */
interface Schedule {
    int choose(int options);

    /** A die with a seed, which mostly lets things go on undisturbed. */
    static Schedule random(long seed) {
        Random die = new Random(seed);
        return options -> die.nextInt(3) == 0 ? die.nextInt(options) : 0;
    }

    /**
     * Every schedule that disturbs at most so many times (after Emmi, Qadeer and Rakamarić,
     * "Delay-bounded scheduling", POPL 2011), one a round, depth first.
     */
    final class Exhaustive implements Schedule {
        private final int mostDisturbances;
        private final List<int[]> path = new ArrayList<>(); // chosen, out of
        private int step;

        Exhaustive(int mostDisturbances) {
            this.mostDisturbances = mostDisturbances;
        }

        @Override
        public int choose(int options) {
            if (step == path.size()) {
                path.add(new int[] {0, options});
            }
            int[] here = path.get(step++);
            if (here[1] != options) {
                throw new IllegalStateException(
                        "a run is not repeatable: " + options + " options, not " + here[1]);
            }
            return here[0];
        }

        /** Goes on to the next schedule; returns whether there is one. */
        boolean next() {
            step = 0;
            int used = 0;
            for (int[] each : path) {
                used += each[0] > 0 ? 1 : 0;
            }
            while (!path.isEmpty()) {
                int[] last = path.getLast();
                used -= last[0] > 0 ? 1 : 0;
                if (last[0] + 1 < last[1] && used < mostDisturbances) {
                    last[0]++;
                    return true;
                }
                path.removeLast();
            }
            return false;
        }
    }
}
