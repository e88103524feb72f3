package io.roundhouse.lab.system;

import io.roundhouse.lab.system.FloodParts.Sink;
import java.util.List;
import java.util.Optional;

/** A system whose actors can be sent to by threads outside. */
public interface FloodSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(FloodSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(FloodSpec spec) {
        return variants();
    }

    /**
     * Makes an actor of {@code target}.
     *
     * @param target counts what it is given
     */
    Flooded open(FloodSpec spec, Variant variant, Sink target) throws Exception;

    /**
     * An opened sink.
     *
     * @param sink its handle, for any thread
     * @param config what more to show of the configuration; may be empty
     * @param closing ends what was opened
     */
    record Flooded(Sink sink, String config, Runnable closing) implements Session {

        @Override
        public void close() {
            closing.run();
        }
    }
}
