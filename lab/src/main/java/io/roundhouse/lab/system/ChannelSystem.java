package io.roundhouse.lab.system;

import java.util.List;
import java.util.Optional;

/**
 * A system with channels, or what others have in their place, at which threads send and receive.
 */
public interface ChannelSystem extends LabSystem {

    /** Why it cannot do this setting; empty when it can. */
    default Optional<String> refuses(ChannelSpec spec) {
        return Optional.empty();
    }

    /** The configurations worth trying in this setting, the default first. */
    default List<Variant> variants(ChannelSpec spec) {
        return variants();
    }

    /** Sets up what lasts from sample to sample. */
    ChannelSession open(ChannelSpec spec, Variant variant) throws Exception;
}
