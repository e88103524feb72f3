package io.roundhouse.lab.system;

import java.util.Optional;

/** A way to get random numbers in several threads. */
public interface RandomTrapSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(RandomTrapSpec spec) {
        return Optional.empty();
    }

    /** Sets up the generators. */
    RandomTrapSession open(RandomTrapSpec spec);
}
