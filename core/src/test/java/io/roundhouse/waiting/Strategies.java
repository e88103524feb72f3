package io.roundhouse.waiting;

import java.util.List;

/** The wait strategies that tests run over. */
public final class Strategies {
    private Strategies() {}

    /** Each of them. */
    public static List<WaitStrategy> all() {
        return List.of(
                WaitStrategy.adaptive(),
                WaitStrategy.busySpin(),
                WaitStrategy.yielding(),
                WaitStrategy.backOff(),
                WaitStrategy.parking());
    }

    /** Those that park until they are woken. */
    public static List<WaitStrategy> sleeping() {
        return List.of(WaitStrategy.adaptive(), WaitStrategy.parking());
    }
}
