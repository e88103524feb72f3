package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/** A system whose actors can make actors. */
public interface SpawnChainSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(SpawnChainSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(SpawnChainSpec spec) {
        return variants();
    }

    /** Sets up what lasts from chain to chain, the source included. */
    SpawnChainSession open(SpawnChainSpec spec, Variant variant) throws Exception;
}
