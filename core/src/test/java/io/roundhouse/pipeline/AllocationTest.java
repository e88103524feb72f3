package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events allocate nothing, in publishers nor in stages. */
@Timeout(60)
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int EVENTS = 200_000;
    private static final int ROUNDS = 4;

    @Test
    void nothingIsAllocatedAnEventInAnyThread() throws Exception {
        int stages = 5;
        AtomicLongArray least = new AtomicLongArray(stages + 1);
        for (int i = 0; i <= stages; i++) {
            least.set(i, Long.MAX_VALUE);
        }
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
            for (int round = 0; round < ROUNDS; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < EVENTS; i++) {
                    line.publish(filler);
                }
                least.accumulateAndGet(
                        0, THREADS.getCurrentThreadAllocatedBytes() - before, Math::min);
            }
        }

        for (int i = 0; i <= stages; i++) {
            assertThat(least.get(i)).as("thread %d", i).isZero();
        }
    }

    @Test
    void nothingIsAllocatedACallOfAnInterface() {
        long least = Long.MAX_VALUE;

        try (var line = Pipeline.of(Numbered::new).capacity(256).stage("a", _ -> {}).start()) {
            Numbers in = line.as(Numbers.class);
            for (int round = 0; round < ROUNDS; round++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < EVENTS; i++) {
                    in.number(i);
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
        }

        assertThat(least).isZero();
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

    /** Measures what its own thread allocates over a number of events. */
    private static final class Meter implements Handler<Trade> {
        private final AtomicLongArray least;
        private final int place;
        private long before = -1;
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
            if (before >= 0 && now - before < least.get(place)) {
                least.set(place, now - before);
            }
            before = THREADS.getCurrentThreadAllocatedBytes();
        }
    }
}
