package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.ForGood;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who tells workers that share a stage of events wakes one of them, and that one the next. */
@Timeout(60)
final class SharedWakingTest {
    private static final int ROUNDS = 100;

    private final AtomicInteger together = new AtomicInteger();
    private final ForGood sleepers = new ForGood();

    /** Each event needs the others beside it: a worker that nobody wakes is missed at once. */
    private Pipeline<Trade> line(int workers, int publishers) {
        CyclicBarrier all = new CyclicBarrier(workers);
        return Pipeline.of(Trade::new)
                .capacity(64)
                .waiting(sleepers)
                .publishers(publishers)
                .stage(
                        "together",
                        _ -> {
                            all.await(30, TimeUnit.SECONDS);
                            together.incrementAndGet();
                        },
                        with -> with.workers(workers))
                .start();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void aBurstIsForAllOfThem(int workers) throws InterruptedException {
        try (Pipeline<Trade> line = line(workers, 1)) {
            for (int round = 1; round <= ROUNDS; round++) {
                sleepers.awaitAsleep(workers);
                publish(line, workers);
                awaitHandled(line, round * (long) workers);
            }
        }
        assertThat(together).hasValue(ROUNDS * workers);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void oneAfterTheOtherIsForAllOfThemToo(int workers) throws InterruptedException {
        try (Pipeline<Trade> line = line(workers, 2)) {
            for (int round = 1; round <= ROUNDS; round++) {
                sleepers.awaitAsleep(workers);
                for (int i = 0; i < workers; i++) {
                    line.publish(_ -> {});
                }
                awaitHandled(line, round * (long) workers);
            }
        }
        assertThat(together).hasValue(ROUNDS * workers);
    }

    /** Behind another stage, whose bell tells of its events. */
    @Test
    void soItIsBehindAStage() throws InterruptedException {
        CyclicBarrier all = new CyclicBarrier(4);
        try (Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(16)
                        .waiting(sleepers)
                        .stage("first", _ -> {})
                        .then(
                                "together",
                                _ -> all.await(30, TimeUnit.SECONDS),
                                with -> with.workers(4))
                        .then("last", _ -> together.incrementAndGet())
                        .start()) {
            for (int round = 1; round <= ROUNDS; round++) {
                sleepers.awaitAsleep(6); // the first stage, these, and the last
                publish(line, 4);
                awaitHandled(line, round * 4L);
            }
        }
        assertThat(together).hasValue(ROUNDS * 4);
    }

    /** The claim of the last event ends all of them, and only one of them is woken for it. */
    @Test
    void allOfThemEnd() throws InterruptedException {
        AtomicInteger ended = new AtomicInteger();
        for (int round = 0; round < ROUNDS; round++) {
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .waiting(sleepers)
                            .stage("first", _ -> Thread.yield())
                            .then("shared", new Ends(ended), with -> with.workers(5))
                            .start();
            sleepers.awaitAsleep(6); // with the first stage
            line.publish(_ -> {});
            line.close();
        }
        assertThat(ended).hasValue(5 * ROUNDS);
    }

    private record Ends(AtomicInteger ended) implements Handler<Trade> {
        @Override
        public void handle(Trade event) {}

        @Override
        public void stopped() {
            ended.incrementAndGet();
        }
    }

    /** As many at once as may be. */
    private static void publish(Pipeline<Trade> line, int events) {
        for (int left = events; left > 0; ) {
            int most = left;
            left -= line.publishBatch((_, room) -> Math.min(room, most));
        }
    }

    private static void awaitHandled(Pipeline<Trade> line, long events) {
        Until.isTrue(() -> line.counters().delivered() >= events);
    }
}
