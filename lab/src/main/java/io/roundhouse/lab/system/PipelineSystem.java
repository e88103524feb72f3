package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/** A system in which numbered events pass several stages. */
public interface PipelineSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(PipelineSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(PipelineSpec spec) {
        return List.of(Variant.ONLY);
    }

    /**
     * Sets everything up. Producers publish; consumer {@code i} is stage {@code i}, in the order in
     * which events pass them, and every stage sees every event.
     */
    TransferSession open(PipelineSpec spec, Variant variant) throws Exception;
}
