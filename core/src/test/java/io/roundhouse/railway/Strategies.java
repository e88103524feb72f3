package io.roundhouse.railway;

import io.roundhouse.waiting.WaitStrategy;
import java.util.List;

/** The wait strategies that tests run over. */
final class Strategies {
    private Strategies() {}

    static List<WaitStrategy> all() {
        return List.of(
                WaitStrategy.adaptive(),
                WaitStrategy.busySpin(),
                WaitStrategy.yielding(),
                WaitStrategy.backOff(),
                WaitStrategy.parking());
    }

    /** Those that park until they are woken. */
    static List<WaitStrategy> sleeping() {
        return List.of(WaitStrategy.adaptive(), WaitStrategy.parking());
    }
}
