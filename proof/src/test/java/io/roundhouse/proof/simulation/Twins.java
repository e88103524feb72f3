package io.roundhouse.proof.simulation;

import io.roundhouse.proof.simulation.Explorer.Scenario;
import java.util.List;

/** What is asked of a twin: without a flaw it passes all scenarios, with a flaw it fails one. */
final class Twins {
    private static final int DISTURBANCES = 2;
    private static final int MOST_RUNS = 100_000;
    private static final int RANDOM_RUNS = 4_000;

    private Twins() {}

    /** All schedules that disturb no more than twice, and many random ones. */
    static void pass(List<Scenario> scenarios) {
        for (Scenario each : scenarios) {
            Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).passed();
            Explorer.random(RANDOM_RUNS, 1, each).passed();
        }
    }

    /** Whether one of the same schedules fails in one of the scenarios. */
    static boolean isOneCaught(List<Scenario> scenarios) {
        for (int runs : new int[] {RANDOM_RUNS / 40, RANDOM_RUNS / 4, RANDOM_RUNS}) {
            for (Scenario each : scenarios) {
                if (Explorer.random(runs, 1, each).failure() != null) {
                    return true;
                }
            }
        }
        for (Scenario each : scenarios) {
            if (Explorer.exhaustive(DISTURBANCES, MOST_RUNS, each).failure() != null) {
                return true;
            }
        }
        return false;
    }
}
