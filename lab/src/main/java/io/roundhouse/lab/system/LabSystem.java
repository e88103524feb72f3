package io.roundhouse.lab.system;

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
}
