package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.AskParts.Counter;
import io.roundhouse.lab.system.AskParts.PlainCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/** Actors as one writes them with nothing but the JDK: a virtual thread and a queue each. */
@SystemInfo(name = "virtual-threads", guarantees = "fifo, exactly once")
public final class VirtualThreads
        implements RingSystem,
                SpawnChainSystem,
                PingPongSystem,
                AskSystem,
                FloodSystem,
                CrowdSystem {

    @Override
    public List<Variant> variants() {
        return Variant.each("queue", "LinkedBlockingQueue", "LinkedTransferQueue");
    }

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return spec.threads() != spec.cores()
                ? Optional.of("the scheduler of virtual threads has one thread a core")
                : Optional.empty();
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return RingSession.over(binder(variant), spec, () -> {});
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        return SpawnChainSession.over(binder(variant), spec, () -> {});
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        return PingPongSession.over(binder(variant), () -> {});
    }

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        Counter counter = binder(variant).bind(Counter.class, new PlainCounter());
        return new Asked(counter, "", () -> {});
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        return new Flooded(binder(variant).bind(Sink.class, target), "", () -> {});
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        return new Crowded(Actors.over(binder(variant)), "", () -> {});
    }

    private static MailboxBinder binder(Variant variant) {
        ThreadFactory threads = Thread.ofVirtual().factory();
        Supplier<BlockingQueue<Runnable>> queues =
                variant.word("queue").equals("LinkedTransferQueue")
                        ? LinkedTransferQueue::new
                        : LinkedBlockingQueue::new;
        return new MailboxBinder(() -> ThreadMailbox.start(queues.get(), threads));
    }
}
