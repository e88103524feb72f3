package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/** A system in which workers do jobs that are given to them, and hand back what came of them. */
public interface PiSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(PiSpec spec) {
        return refusesBounds(spec);
    }

    /** For systems that have no mailboxes whose bound could be chosen. */
    static Optional<String> refusesBounds(PiSpec spec) {
        return spec.bounded()
                ? Optional.of("it has no mailboxes with a bound to choose")
                : Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(PiSpec spec) {
        return variants();
    }

    /** Sets up the workers. */
    PiSession open(PiSpec spec, Variant variant) throws Exception;
}
