package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Variant;
import io.roundhouse.waiting.WaitStrategy;
import java.util.List;

/** This project's wait strategies by name; the default comes first. */
final class RoundhouseWaits {

    static final String DEFAULT = "adaptive";

    private RoundhouseWaits() {}

    /** A configuration for each that is worth trying. */
    static List<Variant> variants(boolean crowded) {
        return crowded
                ? Variant.each("wait", DEFAULT, "yielding", "parking")
                : Variant.each("wait", DEFAULT, "busy-spin", "yielding");
    }

    static WaitStrategy strategy(String name) {
        return switch (name) {
            case DEFAULT -> WaitStrategy.adaptive();
            case "busy-spin" -> WaitStrategy.busySpin();
            case "yielding" -> WaitStrategy.yielding();
            case "back-off" -> WaitStrategy.backOff();
            case "parking" -> WaitStrategy.parking();
            default -> throw new IllegalArgumentException("no wait strategy " + name);
        };
    }
}
