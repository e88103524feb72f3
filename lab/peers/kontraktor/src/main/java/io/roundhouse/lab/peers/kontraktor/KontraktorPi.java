package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts.Jobs;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * Actors that compute, and one that adds up; the jobs go to them in turns. The bounded queues of
 * Abstraktor have become queues that grow: what they are given is the size of their first block.
 */
@SystemInfo(
        name = "kontraktor",
        artifact = "kontraktor",
        guarantees = "fifo, exactly once, unbounded")
public final class KontraktorPi implements PiSystem {

    /** A thread a worker first: one thread for all is no pool. */
    @Override
    public List<Variant> variants(PiSpec spec) {
        return Schedulers.variants(spec.workers()).reversed();
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        Schedulers schedulers = Schedulers.start(variant);
        PlainTotal plain = new PlainTotal();
        TotalActor total = schedulers.actor(TotalActor.class, 0, 1);
        Schedulers.behind(TotalActor.class, total).total = plain;
        ComputerActor[] pool = new ComputerActor[spec.workers()];
        for (int w = 0; w < pool.length; w++) {
            pool[w] = schedulers.actor(ComputerActor.class, w, pool.length);
            ComputerActor behind = Schedulers.behind(ComputerActor.class, pool[w]);
            behind.steps = spec.steps();
            behind.total = total;
        }
        return new Session(schedulers, new InTurns(pool), plain);
    }

    /** Each job goes to the next. Used by one thread. */
    private static final class InTurns implements Jobs {

        private final ComputerActor[] pool;
        private int next;

        InTurns(ComputerActor[] pool) {
            this.pool = pool;
        }

        @Override
        public void compute(int job) {
            int now = next;
            next = now + 1 == pool.length ? 0 : now + 1;
            pool[now].compute(job);
        }
    }

    private record Session(Schedulers schedulers, Jobs pool, PlainTotal total)
            implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            total.giveOut(jobs, pool);
            return total.await();
        }

        @Override
        public void close() {
            schedulers.close();
        }
    }
}
