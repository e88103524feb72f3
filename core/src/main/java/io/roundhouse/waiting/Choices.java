package io.roundhouse.waiting;

import java.util.SplittableRandom;

/** The one door to chance: which of several things is done next. */
@FunctionalInterface
public interface Choices {
    /** One of the numbers from 0 to {@code count} - 1. */
    int choose(int count);

    /** The first, always. */
    static Choices first() {
        return _ -> 0;
    }

    /** Any, the same ones each time for the same seed. For one thread at a time. */
    static Choices seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return random::nextInt;
    }
}
