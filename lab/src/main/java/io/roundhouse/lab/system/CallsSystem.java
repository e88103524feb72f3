package io.roundhouse.lab.system;

import io.roundhouse.lab.system.Players.Alice;
import java.util.List;
import java.util.Optional;

/** A system in which calls on an object become messages for the one thread that runs it. */
public interface CallsSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(CallsSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(CallsSpec spec) {
        return variants();
    }

    /**
     * Sets up two players: {@code alice}, and a Bob who plays every ball back to her. {@link
     * CallsSession#over} does it for frameworks that put objects behind interfaces.
     */
    CallsSession open(CallsSpec spec, Variant variant, Alice alice) throws Exception;
}
