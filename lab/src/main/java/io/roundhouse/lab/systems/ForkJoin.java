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
import java.util.concurrent.ForkJoinPool;

/** Actors on the JDK's work-stealing pool: a queue each, run by one thread at a time. */
@SystemInfo(name = "fork-join", guarantees = "fifo, exactly once")
public final class ForkJoin
        implements RingSystem,
                SpawnChainSystem,
                PingPongSystem,
                AskSystem,
                FloodSystem,
                CrowdSystem {

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        ForkJoinPool pool = pool(spec.threads());
        return RingSession.over(binder(pool), spec, pool::shutdownNow);
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        ForkJoinPool pool = pool(spec.cores());
        return SpawnChainSession.over(binder(pool), spec, pool::shutdownNow);
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        ForkJoinPool pool = pool(spec.cores());
        return PingPongSession.over(binder(pool), pool::shutdownNow);
    }

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        ForkJoinPool pool = pool(spec.cores());
        Counter counter = binder(pool).bind(Counter.class, new PlainCounter());
        return new Asked(counter, "", pool::shutdownNow);
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        ForkJoinPool pool = pool(spec.cores());
        return new Flooded(binder(pool).bind(Sink.class, target), "", pool::shutdownNow);
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        ForkJoinPool pool = pool(spec.cores());
        return new Crowded(Actors.over(binder(pool)), "", pool::shutdownNow);
    }

    /** First in, first out, as suits tasks that nobody joins. */
    private static ForkJoinPool pool(int threads) {
        return new ForkJoinPool(
                threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
    }

    private static MailboxBinder binder(ForkJoinPool pool) {
        return new MailboxBinder(() -> new PoolMailbox(pool));
    }
}
