package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How large batches are, and what a handler is told of them. */
@Timeout(60)
class BatchSizeTest {
    private static final int EVENTS = 20_000;

    /** Notes where batches begin, how large they are, and what is behind them. */
    private static final class Noting implements Handler<Trade> {
        private final List<String> batches = new ArrayList<>();
        private int ended;

        @Override
        public void handle(Trade trade) {}

        @Override
        public void beginBatch(long sequence, int events, long backlog) {
            batches.add(sequence + "+" + events + ", " + backlog + " behind");
        }

        @Override
        public void endBatch() {
            ended++;
        }
    }

    private static Noting noted(int workers, int events, int most) throws Exception {
        Noting noting = new Noting();
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage("notes", noting, with -> with.workers(workers).batch(most))
                        .describe();
        for (int i = 0; i < events; i++) {
            line.publishers.first().own().publish(_ -> {}, 0);
        }
        Worker<Trade> worker = line.stages.getFirst().workers()[0];
        while (worker.hasMore() || worker.look()) {
            worker.work();
        }
        assertThat(noting.ended).isEqualTo(noting.batches.size());
        return noting;
    }

    @Test
    void aStageSeesNoMoreThanItsGreatestBatchAtOnceAndKnowsWhatIsBehind() throws Exception {
        assertThat(noted(1, 8, 3).batches)
                .containsExactly("0+3, 5 behind", "3+3, 2 behind", "6+2, 0 behind");
    }

    @Test
    void workersThatShareClaimNoMoreThanTheirGreatestBatch() throws Exception {
        assertThat(noted(2, 14, 3).batches)
                .containsExactly(
                        "0+3, 11 behind",
                        "3+2, 9 behind",
                        "5+2, 7 behind",
                        "7+1, 6 behind",
                        "8+1, 5 behind",
                        "9+1, 4 behind",
                        "10+1, 3 behind",
                        "11+1, 2 behind",
                        "12+1, 1 behind",
                        "13+1, 0 behind");
    }

    @Test
    void aQuarterOfTheCapacityIsTheMostThatABatchMayAskFor() throws Exception {
        assertThat(noted(1, 33, 1_000).batches)
                .containsExactly("0+16, 16 behind", "16+16, 0 behind", "32+1, 0 behind");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 1_000_000})
    void everyEventIsInOneBatchWhateverItsSize(int most) {
        for (Consumer<StageOptions<Trade>> how : ways()) {
            AtomicLong handled = new AtomicLong();
            AtomicInteger tooLarge = new AtomicInteger();
            Handler<Trade> counts =
                    new Handler<>() {
                        @Override
                        public void handle(Trade trade) {
                            handled.incrementAndGet();
                        }

                        @Override
                        public void beginBatch(long sequence, int events, long backlog) {
                            if (events > most || backlog < 0) {
                                tooLarge.incrementAndGet();
                            }
                        }
                    };

            try (var line =
                    Pipeline.of(Trade::new)
                            .capacity(256)
                            .stage("first", counts, with -> how.accept(with.batch(most)))
                            .then("behind", counts, with -> how.accept(with.batch(most)))
                            .start()) {
                PipelineTest.publish(line, 0, EVENTS);
            }

            assertThat(handled).hasValue(2 * EVENTS);
            assertThat(tooLarge).hasValue(0);
        }
    }

    private static List<Consumer<StageOptions<Trade>>> ways() {
        return List.of(
                _ -> {},
                with -> with.workers(3),
                with -> with.workers(2).partitionedBy(trade -> (int) trade.number));
    }

    @Test
    void aBatchOfNothingIsRefused() {
        assertThatThrownBy(() -> Pipeline.of(Trade::new).stage("a", _ -> {}, with -> with.batch(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
