package io.roundhouse.lab.systems;

import io.roundhouse.channel.Channel;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/** Channels as actors: a virtual thread and a channel each, as in Go. */
@SystemInfo(name = "roundhouse-csp", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseCsp implements RingSystem, PingPongSystem {

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return spec.threads() != spec.cores()
                ? Optional.of("the scheduler of virtual threads has one thread a core")
                : Optional.empty();
    }

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Variant.each("room", "unbounded");
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return RingSession.over(binder(variant), spec, () -> {});
    }

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return Variant.each("room", "unbounded", "1", "0");
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        return PingPongSession.over(binder(variant), () -> {});
    }

    private static MailboxBinder binder(Variant variant) {
        String room = variant.word("room");
        return new MailboxBinder(() ->
                ChannelMailbox.start(
                        room.equals("unbounded")
                                ? Channel.unbounded()
                                : Channel.buffered(Integer.parseInt(room))));
    }
}
