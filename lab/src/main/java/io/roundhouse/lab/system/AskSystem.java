package io.roundhouse.lab.system;

import io.roundhouse.lab.system.AskParts.Counter;
import java.util.List;
import java.util.Optional;

/** A system in which a thread outside can call an object and wait for the answer. */
public interface AskSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(AskSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(AskSpec spec) {
        return variants();
    }

    /** A counter that runs {@link AskParts.PlainCounter} or does the same. */
    Asked open(AskSpec spec, Variant variant) throws Exception;

    /**
     * An opened counter.
     *
     * @param counter a handle of it, for any thread
     * @param config what more to show of the configuration; may be empty
     * @param closing ends what was opened
     */
    record Asked(Counter counter, String config, Runnable closing) implements Session {

        @Override
        public void close() {
            closing.run();
        }
    }
}
