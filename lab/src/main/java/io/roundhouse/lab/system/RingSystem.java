package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/**
 * A system of which a ring of nodes can be made. Takes part in {@code ring} and {@code construct}.
 */
public interface RingSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(RingSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(RingSpec spec) {
        return variants();
    }

    /** Sets up what lasts from ring to ring: pools, a system of actors, a child program. */
    RingSession open(RingSpec spec, Variant variant) throws Exception;
}
