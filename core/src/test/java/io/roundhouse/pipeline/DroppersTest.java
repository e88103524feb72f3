package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several stages that take events off the line, side by side, in branches that join or do not. The
 * lines have no threads: the test runs each stage when it likes.
 */
class DroppersTest {
    private final List<String> siding = new ArrayList<>();
    private final List<Long> seen = new ArrayList<>();

    private void toSiding(FailedEvent<Trade> failed) {
        siding.add(failed.stage() + " " + failed.event().number);
    }

    private static Handler<Trade> failingAt(Long... numbers) {
        return trade -> {
            if (List.of(numbers).contains(trade.number)) {
                throw new IOException("bad " + trade.number);
            }
        };
    }

    private PipelineGraph<Trade> forkOfFilterAndSiding() {
        return Pipeline.of(Trade::new)
                .capacity(8)
                .stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                .beside("work", failingAt(1L, 2L), with -> with.skipTo(Trade::new, this::toSiding));
    }

    // ---- side by side

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void anEventGoesToTheSidingAlthoughAStageBesideHasFilteredIt(int first, int second)
            throws Exception {
        Line<Trade> line = forkOfFilterAndSiding().then("see", this::see).describe();
        publish(line, 4);

        run(line, first, second, 2);

        assertThat(siding).containsExactly("work 1", "work 2");
        assertThat(seen).containsExactly(0L);
        assertThat(line.stageCounters().get(0).filtered()).isEqualTo(2);
        assertThat(line.stageCounters().get(1).failed()).isEqualTo(2);
        assertThat(line.stageCounters().get(1).handled()).isEqualTo(2);
        assertThat(ended(line)).isEqualTo(new LineCounters(4, 1, 1, 2, 0));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0"})
    void anEventThatFailsTwiceSideBySideGoesToBothSidingsAndCountsOnce(int first, int second)
            throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .stage("a", failingAt(1L), with -> with.skipTo(Trade::new, this::toSiding))
                        .beside("b", failingAt(1L), with -> with.skipTo(Trade::new, this::toSiding))
                        .then("see", this::see)
                        .describe();
        publish(line, 3);

        run(line, first, second, 2);

        assertThat(siding).containsExactlyInAnyOrder("a 1", "b 1");
        assertThat(seen).containsExactly(0L, 2L);
        assertThat(ended(line)).isEqualTo(new LineCounters(3, 2, 0, 1, 0));
    }

    @Test
    void twoFiltersSideBySideEachCountWhatTheyDoNotKeep() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                        .beside("small", Handler.keeping(trade -> trade.number < 3))
                        .then("see", this::see)
                        .describe();
        publish(line, 6);

        run(line, 0, 1, 2);

        assertThat(seen).containsExactly(0L, 2L);
        assertThat(line.stageCounters().get(0).filtered()).isEqualTo(3);
        assertThat(line.stageCounters().get(1).filtered()).isEqualTo(3);
        assertThat(ended(line)).isEqualTo(new LineCounters(6, 2, 4, 0, 0));
    }

    // ---- branches that do not join

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatOneBranchHasNotSeenIsLeftAlthoughTheOtherOneTookItOff(int first) throws Exception {
        Line<Trade> line = forkOfFilterAndSiding().describe();
        publish(line, 4);

        run(line, first);

        assertThat(ended(line)).isEqualTo(new LineCounters(4, 0, 0, 0, 4));
        assertThat(left(line)).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void whatBothBranchesHaveSeenIsNotLeft() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                        .beside("count", this::see, with -> with.batch(2))
                        .then("behind", _ -> {}, with -> with.after("even"))
                        .describe();
        publish(line, 4);

        run(line, 0);
        line.stages.get(1).workers()[0].runBatch();

        // event 1 left the line before "behind", and 2 has not been there
        assertThat(ended(line)).isEqualTo(new LineCounters(4, 0, 1, 0, 3));
        assertThat(left(line)).containsExactly(0L, 2L, 3L);
    }

    @Test
    void whatOneBranchHasNotSeenIsLeftWhenTheLineFails() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("fail", failingAt(2L))
                        .beside(
                                "work",
                                failingAt(0L, 1L, 3L),
                                with -> with.skipTo(Trade::new, this::toSiding))
                        .describe();
        publish(line, 4);

        run(line, 1, 0);

        assertThat(line.failure()).hasMessage("bad 2");
        assertThat(ended(line)).isEqualTo(new LineCounters(4, 0, 0, 2, 2));
        assertThat(left(line)).containsExactly(2L, 3L);
    }

    // ---- branches that join

    @Test
    void whatAStageBesideAFilterHasNotSeenIsLeftThoughBothJoin() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("journal", failingAt(2L))
                        .beside("wanted", Handler.keeping(_ -> false))
                        .then("match", this::see)
                        .then("report", this::see)
                        .describe();
        publish(line, 4);

        run(line, 1, 0);

        assertThat(line.failure()).hasMessage("bad 2");
        assertThat(ended(line)).isEqualTo(new LineCounters(4, 0, 2, 0, 2));
        assertThat(left(line)).containsExactly(2L, 3L);
    }

    @Test
    void theKeyOfAnEventIsNotAskedForWhereStagesBehindMayHaveChangedIt() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage(
                                "parts",
                                _ -> {},
                                with ->
                                        with.workers(2)
                                                .partitionedBy(DroppersTest::unspoiltPublisher))
                        .beside("wanted", Handler.keeping(_ -> true))
                        .then("spoil", trade -> trade.publisher = -1)
                        .beside(
                                "work",
                                new FailingAlsoAtTheEnd(),
                                with -> with.skipTo(Trade::new, this::toSiding))
                        .describe();
        publish(line, 2);

        run(line, 0, 1, 2);
        assertThatThrownBy(() -> run(line, 3)).hasMessage("the batch");

        assertThat(ended(line)).isEqualTo(new LineCounters(2, 0, 0, 2, 0));
        assertThat(left(line)).isEmpty();
    }

    private static int unspoiltPublisher(Trade trade) {
        if (trade.publisher < 0) {
            throw new IllegalStateException("no key");
        }
        return trade.publisher;
    }

    private static final class FailingAlsoAtTheEnd implements Handler<Trade> {
        @Override
        public void handle(Trade trade) throws IOException {
            throw new IOException("the event");
        }

        @Override
        public void endBatch() throws IOException {
            throw new IOException("the batch");
        }
    }

    // ---- sidings that throw

    @Test
    void aCopierThatMakesNothingIsToldWithTheFailure() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage(
                                "work",
                                failingAt(0L),
                                with -> with.skipTo(_ -> null, this::toSiding))
                        .describe();
        publish(line, 2);

        run(line, 0);

        assertThat(line.failure())
                .hasMessage("the copier of stage work made null")
                .hasSuppressedException(new IOException("bad 0"));
        assertThat(ended(line)).isEqualTo(new LineCounters(2, 0, 0, 0, 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatThrowsTheFailureAgainHidesNothing(boolean bySiding) throws Exception {
        var failure = new IllegalStateException("disk full");
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage(
                                "work",
                                _ -> {
                                    throw failure;
                                },
                                with ->
                                        with.skipTo(
                                                trade -> {
                                                    if (bySiding) {
                                                        return new Trade(trade);
                                                    }
                                                    throw failure;
                                                },
                                                _ -> {
                                                    throw failure;
                                                }))
                        .describe();
        publish(line, 1);

        run(line, 0);

        assertThat(line.failure()).isSameAs(failure);
    }

    @Test
    void anEventThatTheSidingRefusesIsLeft() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage(
                                "work",
                                failingAt(0L, 1L),
                                with ->
                                        with.skipTo(
                                                Trade::new,
                                                each -> {
                                                    toSiding(each);
                                                    if (each.event().number == 1) {
                                                        throw new IllegalStateException("bad 1");
                                                    }
                                                }))
                        .describe();
        publish(line, 3);

        run(line, 0);

        assertThat(line.failure()).hasMessage("bad 1");
        assertThat(line.stageCounters().getFirst().handled()).isZero();
        assertThat(line.stageCounters().getFirst().failed()).isOne();
        assertThat(ended(line)).isEqualTo(new LineCounters(3, 0, 0, 1, 2));
        assertThat(left(line)).containsExactly(1L, 2L);
    }

    // ---- keys

    @Test
    void anEventIsTriedAgainByTheSameWorkerWhateverItsHandlerHasDoneToTheKey() throws Exception {
        Line<Trade> line = partitionedAndSpoilt(1).describe();
        publish(line, 4);

        run(line, 0);

        assertThat(siding).hasSize(4);
        assertThat(line.stageCounters().getFirst().handled()).isZero();
        assertThat(ended(line)).isEqualTo(new LineCounters(4, 0, 0, 4, 0));
    }

    /** Its handler changes the key, so that it is another worker's, and throws. */
    private PipelineGraph<Trade> partitionedAndSpoilt(int retries) {
        return Pipeline.of(Trade::new)
                .stage(
                        "work",
                        trade -> {
                            trade.publisher = -1 - trade.publisher;
                            throw new IOException("spoilt");
                        },
                        with ->
                                with.workers(2)
                                        .partitionedBy(trade -> trade.publisher)
                                        .retry(retries)
                                        .skipTo(Trade::new, this::toSiding));
    }

    @Test
    void anErrorOfTheKeyIsToldAndTheEventLeft() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "work",
                                _ -> {},
                                with ->
                                        with.workers(2)
                                                .partitionedBy(_ -> {
                                                    throw new AssertionError("no key");
                                                }))
                        .describe();
        publish(line, 1);

        run(line, 0);

        assertThat(line.failure()).hasMessage("no key");
        assertThat(ended(line)).isEqualTo(new LineCounters(1, 0, 0, 0, 1));
        assertThat(left(line)).containsExactly(0L);
    }

    // ---- the line

    private void see(Trade trade) {
        seen.add(trade.number);
    }

    private static void publish(Line<Trade> line, int events) {
        LongStream.range(0, events)
                .forEach(i -> line.publishers.first().own().publish(trade -> trade.number = i, 0));
    }

    /** Has these stages do all there is, one behind the other. */
    private static void run(Line<Trade> line, int... stages) throws Exception {
        for (int each : stages) {
            for (Worker<Trade> worker : line.stages.get(each).workers()) {
                while (worker.runBatch()) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static LineCounters ended(Line<Trade> line) {
        line.stop();
        line.settle(Long.MAX_VALUE);
        return line.counters();
    }

    private static List<Long> left(Line<Trade> line) {
        return line.outcome().left().stream().map(each -> each.number).toList();
    }
}
