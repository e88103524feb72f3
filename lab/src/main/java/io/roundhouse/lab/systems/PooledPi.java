package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;

/**
 * Jobs as tasks of a pool of threads that takes them in the order of submission: the submitter is
 * throttled, results go into one shared cell.
 */
final class PooledPi implements PiSession {

    private final PiSpec spec;
    private final Executor pool;
    private final Runnable closing;
    private final CyclicBarrier end;

    /** For a pool of as many threads as there are workers. */
    PooledPi(PiSpec spec, Executor pool, Runnable closing) {
        this.spec = spec;
        this.pool = pool;
        this.closing = closing;
        this.end = new CyclicBarrier(spec.workers() + 1);
    }

    @Override
    public PiOutcome compute(int jobs) throws Exception {
        SharedTotal total = new SharedTotal();
        int steps = spec.steps();
        for (int job = 0; job < jobs; job++) {
            int own = job;
            pool.execute(() -> total.add(PiParts.job(own, steps)));
            total.throttle(job + 1);
        }
        awaitAll();
        return total.outcome();
    }

    /** The last task of every thread: when all have come to it, all jobs before it are done. */
    private void awaitAll() throws Exception {
        for (int worker = 0; worker < spec.workers(); worker++) {
            pool.execute(this::arrive);
        }
        end.await();
    }

    private void arrive() {
        try {
            end.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("the pool was closed while it worked", e);
        }
    }

    @Override
    public String config() {
        return "throttle=" + SharedTotal.MOST_UNDER_WAY;
    }

    @Override
    public void close() {
        closing.run();
    }
}
