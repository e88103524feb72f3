package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.BlockedSpec;
import io.roundhouse.lab.system.BlockedSystem;
import io.roundhouse.lab.system.BlockedSystem.BlockedSession;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.system.WaitingThreads;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Many processes that wait at one channel: what each takes beyond a virtual thread that is parked,
 * and how long it takes to wake them all. The heap is measured with so many parked threads, and
 * again with so many processes, in each sample.
 */
public final class BlockedWorkload extends AdaptedWorkload<BlockedSystem, BlockedSpec> {

    private static final String BEYOND = "memory beyond a virtual thread";
    private static final String WAKING = "time to wake all";

    public BlockedWorkload() {
        super(
                BlockedSystem.class,
                BlockedWorkload::spec,
                BlockedSystem::refuses,
                (system, _) -> system.variants());
    }

    @Override
    public String name() {
        return "blocked";
    }

    @Override
    public String summary() {
        return "many processes that wait at one channel: the bytes of one beyond a parked virtual thread, and waking all";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("processes", 100_000, 1, "processes that wait at once"),
                Parameter.word(
                        "woken",
                        List.of("close", "sends"),
                        "close: all by one closing of the channel; sends: each by an element of its own"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.bytes(BEYOND), Metric.nanos(WAKING));
    }

    @Override
    public boolean warmsUp() {
        return false;
    }

    @Override
    public int fewestSamples() {
        return 2;
    }

    private static BlockedSpec spec(Setting setting) {
        return new BlockedSpec(setting.number("processes"), setting.word("woken").equals("sends"));
    }

    @Override
    Bench open(BlockedSystem system, BlockedSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Blocking(spec, system.open(spec, variant));
    }

    private static final class Blocking extends SessionBench<BlockedSession> {

        /** Made and ended before anything is measured, so that all code is there. */
        private static final int FIRST_FEW = 1_000;

        private static final long LONGEST_SECONDS = 60;

        private final BlockedSpec spec;
        private boolean begun;

        Blocking(BlockedSpec spec, BlockedSession session) {
            super(session);
            this.spec = spec;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(spec.processes());
        }

        @Override
        public Sample sample(long items) throws Exception {
            if (!begun) {
                begun = true;
                parked(FIRST_FEW);
                blocked(FIRST_FEW);
            }
            int processes = spec.processes();
            long threads = parked(processes);
            long[] measured = blocked(processes);
            return new Sample(
                    processes,
                    measured[1],
                    Map.of(
                            BEYOND,
                            (double) (measured[0] - threads) / processes,
                            WAKING,
                            (double) measured[1]),
                    Map.of(),
                    null);
        }

        /** Bytes of so many virtual threads that are parked, and nothing else. */
        private static long parked(int number) throws InterruptedException {
            long before = Heap.used();
            CountDownLatch go = new CountDownLatch(1);
            List<Thread> threads = WaitingThreads.start(number, () -> park(go));
            long with = Heap.used();
            go.countDown();
            for (Thread each : threads) {
                LockSupport.unpark(each);
            }
            for (Thread each : threads) {
                each.join();
            }
            return with - before;
        }

        private static void park(CountDownLatch go) {
            while (go.getCount() > 0) {
                LockSupport.park();
            }
        }

        /** Bytes of so many processes that wait, and the nanoseconds until all have been woken. */
        private long[] blocked(int number) throws Exception {
            long before = Heap.used();
            CountDownLatch woken = new CountDownLatch(number);
            session.block(number, woken);
            long with = Heap.used();
            long start = System.nanoTime();
            session.wake();
            boolean all = woken.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            long nanos = System.nanoTime() - start;
            if (!all) {
                throw new WrongResult(
                        "wrong result: %d processes were not woken".formatted(woken.getCount()));
            }
            session.end();
            return new long[] {with - before, nanos};
        }
    }
}
