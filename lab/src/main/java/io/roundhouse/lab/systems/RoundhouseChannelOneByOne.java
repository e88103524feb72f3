package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.Optional;

/** What {@link RoundhouseChannel} does in batches, without batches: what they are worth. */
@SystemInfo(
        name = "roundhouse-channel-one-by-one",
        guarantees = "fifo, exactly once, bounded",
        about = "send and receive where others hand over batches")
public final class RoundhouseChannelOneByOne implements ChannelSystem {

    private final RoundhouseChannel channel = new RoundhouseChannel();

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return spec.batch() == 1
                ? Optional.of("there are no batches: see roundhouse-channel")
                : Optional.empty();
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        return channel.open(spec.oneByOne(), variant);
    }
}
