package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/**
 * A system that can hand over single goods at a given rate, so that the delay of each can be
 * measured.
 */
public interface LatencySystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(LatencySpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(LatencySpec spec) {
        return variants();
    }

    /** Sets everything up: memory allocated, nothing running. */
    OneWayLine open(LatencySpec spec, Variant variant) throws Exception;
}
