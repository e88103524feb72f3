package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/**
 * A system whose receivers can wait for a long time, so that the cost of waiting and of being woken
 * can be measured.
 */
public interface IdleSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(IdleSpec spec) {
        return spec.shared() && !isShared()
                ? Optional.of("its line is for one thread that waits")
                : Optional.empty();
    }

    /** Whether it has lines at which any number of threads may wait for the same goods. */
    default boolean isShared() {
        return false;
    }

    /** The ways of waiting its authors offer for long waits; the first is measured. */
    default List<Variant> variants(IdleSpec spec) {
        return variants();
    }

    /** Sets up one waiter's line, with one sender. */
    OneWayLine open(IdleSpec spec, Variant variant) throws Exception;
}
