package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/** A system with two actors that send each other messages. */
public interface PingPongSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(PingPongSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(PingPongSpec spec) {
        return variants();
    }

    /** Makes the two players. */
    PingPongSession open(PingPongSpec spec, Variant variant) throws Exception;
}
