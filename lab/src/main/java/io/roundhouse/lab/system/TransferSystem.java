package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/** A system that hands {@code long}s, or objects in their place, from producers to consumers. */
public interface TransferSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(TransferSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(TransferSpec spec) {
        return variants();
    }

    /** Whether trains and their capacity mean something to it; others have sizes of their own. */
    default boolean hasTrains() {
        return false;
    }

    /** Sets everything up: memory allocated, nothing running. */
    TransferSession open(TransferSpec spec, Variant variant) throws Exception;
}
