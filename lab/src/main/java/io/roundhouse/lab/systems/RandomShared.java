package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.RandomTrapSession;
import io.roundhouse.lab.system.RandomTrapSpec;
import io.roundhouse.lab.system.RandomTrapSpec.Generator;
import io.roundhouse.lab.system.RandomTrapSystem;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;

/** The trap: {@code Math.random()}, one generator shared by all threads. */
@SystemInfo(name = "shared", guarantees = "one generator for all threads")
public final class RandomShared implements RandomTrapSystem {

    @Override
    public Optional<String> refuses(RandomTrapSpec spec) {
        return spec.generator() == Generator.THREAD_LOCAL
                ? Optional.of("a ThreadLocalRandom cannot be shared")
                : Optional.empty();
    }

    @Override
    public RandomTrapSession open(RandomTrapSpec spec) {
        return points -> {
            long hits = 0;
            for (long i = 0; i < points; i++) {
                double x = Math.random();
                double y = Math.random();
                if (x * x + y * y <= 1) {
                    hits++;
                }
            }
            return hits;
        };
    }
}
