package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.MonteCarlo;
import io.roundhouse.lab.system.RandomTrapSession;
import io.roundhouse.lab.system.RandomTrapSpec;
import io.roundhouse.lab.system.RandomTrapSpec.Generator;
import io.roundhouse.lab.system.RandomTrapSystem;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Random;

/** The way out of the trap: a generator a thread, of the same kind or of the kind made for it. */
@SystemInfo(name = "per-thread", guarantees = "one generator a thread")
public final class RandomPerThread implements RandomTrapSystem {

    @Override
    public RandomTrapSession open(RandomTrapSpec spec) {
        return spec.generator() == Generator.THREAD_LOCAL
                ? MonteCarlo::hits
                : points -> hits(new Random(), points);
    }

    private static long hits(Random random, long points) {
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
}
