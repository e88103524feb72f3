package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/**
 * What all adapters have in common. Instances live in a JVM of their own and are used by one
 * thread.
 */
public interface LabSystem {

    /** Why the system cannot run on this machine and what to install; empty when it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }

    /**
     * The configurations worth trying in each setting for which the system names no others, the
     * default first.
     */
    default List<Variant> variants() {
        return List.of(Variant.ONLY);
    }
}
