package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.Optional;

/** What {@link RoundhouseCsp} does in batches, without batches: what they are worth. */
@SystemInfo(
        name = "roundhouse-csp-one-by-one",
        guarantees = "fifo, exactly once, bounded",
        about = "send and receive where others hand over batches")
public final class RoundhouseCspOneByOne implements ChannelSystem {

    private final RoundhouseCsp csp = new RoundhouseCsp();

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return spec.batch() == 1
                ? Optional.of("there are no batches: see roundhouse-csp")
                : Optional.empty();
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        return csp.open(
                new ChannelSpec(spec.channels(), spec.senders(), spec.capacity(), 1), variant);
    }
}
