package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.roundhouse.ChildJvm;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events allocate nothing, in publishers nor in stages. */
@Timeout(60)
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int EVENTS = 200_000;
    private static final int ROUNDS = 4;

    @Test
    void nothingIsAllocatedAnEventInAnyThread() {
        int stages = 5;
        AtomicLongArray least = leastOf(stages + 1);
        long[] number = {0};
        Consumer<Trade> filler = trade -> trade.number = number[0]++;

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(256)
                        .stage("a", new Meter(least, 1))
                        .beside("b", new Meter(least, 2))
                        .then("keep", Handler.keeping(trade -> trade.number >= 0))
                        .then("c", new Meter(least, 3))
                        .then(
                                "shared",
                                Handler.perWorker(worker -> new Meter(least, 4 + worker)),
                                with -> with.workers(2))
                        .start()) {
            least.set(
                    0,
                    leastInRounds(() -> {
                        for (int i = 0; i < EVENTS; i++) {
                            line.publish(filler);
                        }
                    }));
        }

        oneOfBothMayHaveSlept(least, 4, 5);
        assertNothing(least);
    }

    @Test
    void nothingIsAllocatedForKeysHooksSidingsAndBatches() {
        int stages = 4;
        AtomicLongArray least = leastOf(stages + 1);
        long[] number = {0};
        Batch.Filler<Trade> filler =
                (batch, room) -> {
                    int some = Math.min(room, 10);
                    for (int i = 0; i < some; i++) {
                        batch.get(i).number = number[0]++;
                    }
                    return some;
                };

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(256)
                        .clearing(trade -> trade.reference = "")
                        .stage("a", new Meter(least, 1), with -> with.skipTo(Trade::new, _ -> {}))
                        .then(
                                "by key",
                                Handler.perWorker(worker -> new Meter(least, 2 + worker)),
                                with ->
                                        with.workers(2)
                                                .partitionedBy(trade -> (int) trade.number)
                                                .retry(1)
                                                .skipTo(Trade::new, _ -> {}))
                        .then("c", new Meter(least, 4))
                        .start()) {
            least.set(
                    0,
                    leastInRounds(() -> {
                        for (int i = 0; i < EVENTS; ) {
                            i += line.publishBatch(filler);
                        }
                    }));
        }

        assertNothing(least);
    }

    @Test
    void nothingIsAllocatedWhereThreadsGoRound() {
        AtomicLongArray least = leastOf(4);
        long[] number = {0};
        Consumer<Trade> filler = trade -> trade.number = number[0]++;
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(256).goingRound();
        builder.processors = 1;

        try (var line =
                builder.stage("a", new Meter(least, 1))
                        .then("b", new Meter(least, 2))
                        .then("c", new Meter(least, 3))
                        .start()) {
            least.set(
                    0,
                    leastInRounds(() -> {
                        for (int i = 0; i < EVENTS; i++) {
                            line.publish(filler);
                        }
                    }));
        }

        assertNothing(least);
    }

    @Test
    void nothingIsAllocatedACallOfAnInterface() {
        long least;

        try (var line = Pipeline.of(Numbered::new).capacity(256).stage("a", _ -> {}).start()) {
            Numbers in = line.as(Numbers.class);
            least =
                    leastInRounds(() -> {
                        for (int i = 0; i < EVENTS; i++) {
                            in.number(i);
                        }
                    });
        }

        assertThat(least).isZero();
    }

    /** What escape analysis takes away in one JVM it may leave in another. */
    @Test
    void nothingIsAllocatedWhereNoObjectIsOptimizedAway() throws Exception {
        assertThat(ChildJvm.run(50, List.of("-XX:TieredStopAtLevel=1"), AllocationTest.class))
                .containsExactly("nothing was allocated");
    }

    /** All other tests of this class. */
    public static void main(String[] arguments) {
        var tests = new AllocationTest();
        tests.nothingIsAllocatedAnEventInAnyThread();
        tests.nothingIsAllocatedForKeysHooksSidingsAndBatches();
        tests.nothingIsAllocatedWhereThreadsGoRound();
        tests.nothingIsAllocatedACallOfAnInterface();
        System.out.print("nothing was allocated");
    }

    /** The least that the calling thread allocates in one of some rounds. */
    private static long leastInRounds(Runnable round) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            round.run();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static AtomicLongArray leastOf(int threads) {
        AtomicLongArray least = new AtomicLongArray(threads);
        for (int i = 0; i < threads; i++) {
            least.set(i, Long.MAX_VALUE);
        }
        return least;
    }

    /** Where one worker keeps up with the events, it wakes no other. */
    private static void oneOfBothMayHaveSlept(AtomicLongArray least, int one, int other) {
        if (least.get(one) == Long.MAX_VALUE) {
            least.set(one, least.get(other));
        } else if (least.get(other) == Long.MAX_VALUE) {
            least.set(other, least.get(one));
        }
    }

    private static void assertNothing(AtomicLongArray least) {
        for (int i = 0; i < least.length(); i++) {
            assertThat(least.get(i)).as("thread %d", i).isZero();
        }
    }

    interface Numbers {
        void number(long number);
    }

    static final class Numbered implements Numbers {
        long number;

        @Override
        public void number(long number) {
            this.number = number;
        }
    }

    /** Measures what a thread allocates over a number of events, if it is one and the same. */
    private static final class Meter implements Handler<Trade> {
        private final AtomicLongArray least;
        private final int place;
        private @Nullable Thread measured;
        private long before;
        private long count;

        Meter(AtomicLongArray least, int place) {
            this.least = least;
            this.place = place;
        }

        @Override
        public void handle(Trade trade) {
            if (count++ % (EVENTS / 8) == 0) {
                measure();
            }
        }

        private void measure() {
            long now = THREADS.getCurrentThreadAllocatedBytes();
            if (measured == Thread.currentThread() && now - before < least.get(place)) {
                least.set(place, now - before);
            }
            measured = Thread.currentThread();
            before = THREADS.getCurrentThreadAllocatedBytes();
        }
    }
}
