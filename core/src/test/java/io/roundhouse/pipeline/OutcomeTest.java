package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a line says of its events while it runs, when somebody stops it, and when it has ended. */
@Timeout(60)
class OutcomeTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    private final Trade.Barrier barrier = new Trade.Barrier();
    private final CountDownLatch gate = new CountDownLatch(1);

    // ---- when it has ended

    @Test
    void whatIsDoneToTheEventsThatAreLeftChangesNothing() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage(
                                "keyed",
                                _ -> {},
                                with -> with.workers(2).partitionedBy(trade -> (int) trade.number))
                        .describe();
        publish(line, 32);
        run(line.stages.getFirst().workers()[1]); // those of the other one are left
        line.stop();
        line.settle(Long.MAX_VALUE);

        List<Trade> left = line.outcome().left();
        LineCounters counters = line.counters();
        long ofTheOther =
                LongStream.range(0, 32)
                        .filter(each -> partition(line, each) == 1)
                        .findFirst()
                        .getAsLong();
        left.forEach(trade -> trade.number = ofTheOther);

        assertThat(left).isNotEmpty().hasSizeLessThan(32);
        assertThat(line.counters()).isEqualTo(counters);
        assertThat(counters).isEqualTo(new LineCounters(32, 32 - left.size(), 0, 0, left.size()));
        assertThat(line.outcome().left()).isEqualTo(left).isNotSameAs(left);
    }

    private static int partition(Line<Trade> line, long number) {
        Trade trade = new Trade();
        trade.number = number;
        return line.stages.getFirst().partition(trade);
    }

    // ---- when another thread stops it

    @Test
    void whoClosesWhileAnotherOneStopsTheLineIsToldThatNotAllWasDelivered() throws Exception {
        Pipeline<Trade> line = held();
        CompletableFuture<Boolean> timed =
                CompletableFuture.supplyAsync(() -> line.close(LONG), THREADS);
        CompletableFuture<Void> untimed = CompletableFuture.runAsync(line::close, THREADS);
        Until.isTrue(() -> !line.isOpen());

        List<Trade> left = line.closeNow();

        assertThat(timed.get()).isFalse();
        untimed.get();
        assertThat(left).hasSize(3);
        assertThat(line.counters().undelivered()).isEqualTo(3);
        assertThat(line.close(LONG)).isFalse();
    }

    @Test
    void whoClosesALineOfWhichNothingIsLeftIsToldSo() {
        Pipeline<Trade> line = line(_ -> {});
        line.publish(_ -> {});
        assertThat(line.close(LONG)).isTrue();

        assertThat(line.closeNow()).isEmpty();
        assertThat(line.close(LONG)).isTrue();
    }

    // ---- when its threads do not end

    @Test
    void aManifestIsNotWaitedForLongerThanAsked() throws Exception {
        Pipeline<Trade> line = line(_ -> passDeaf());
        line.publish(trade -> trade.number = 7);
        barrier.awaitArrival();

        assertThat(line.closeNow(SHORT)).isEmpty();
        assertThat(line.closeNow(Duration.ofSeconds(Long.MIN_VALUE))).isEmpty();
        assertThat(line.explain())
                .startsWith(
                        "closed: the line has been stopped, and threads of these stages have not"
                                + " ended yet: work; work has handled 0");
        gate.countDown();

        assertThat(line.closeNow(LONG).orElseThrow()).isEmpty(); // the handler has returned
        assertThat(line.explain()).startsWith("closed: the line has ended, 0 events");
    }

    @Test
    void theManifestIsThatOfCloseNow() throws Exception {
        Pipeline<Trade> line = held();

        List<Trade> left = line.closeNow(LONG).orElseThrow();

        assertThat(left).extracting(trade -> trade.number).containsExactly(0L, 1L, 2L);
        assertThat(line.closeNow()).isEqualTo(left);
    }

    @Test
    void whoIsInterruptedWhileItWaitsForTheManifestMayAskAgain() throws Exception {
        Pipeline<Trade> line = line(_ -> passDeaf());
        line.publish(_ -> {});
        barrier.awaitArrival();

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> line.closeNow(LONG)).isInstanceOf(WaitInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        gate.countDown();

        assertThat(line.closeNow(LONG)).isPresent();
    }

    @Test
    void anInterruptedCloseStopsTheLineAndSaysWhereTheRestIs() throws Exception {
        Pipeline<Trade> line = held();

        Thread.currentThread().interrupt();
        assertThatThrownBy(line::close)
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessageContaining("an interrupt stops it; closeNow() returns what is left");
        assertThat(Thread.interrupted()).isTrue();

        assertThat(line.closeNow()).hasSize(3);
        assertThat(line.explain()).contains("the line has ended, 3 events are undelivered");
    }

    @Test
    void aStageCannotWaitForTheManifestOfItsOwnLine() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        Pipeline<Trade> line =
                line(_ -> {
                    barrier.pass();
                    self.getFirst().closeNow(LONG);
                });
        self.add(line);
        line.publish(_ -> {});
        barrier.letGo(1);

        assertThatThrownBy(line::close)
                .isInstanceOf(PipelineClosedException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFeedThatIsHeldUpKeepsNobodyFromTheManifest() throws Exception {
        Pipeline<Trade> line = line(_ -> {});
        Feed<Long> feed =
                line.feedFrom(new LinkedBlockingQueue<>(List.of(1L)), (_, _) -> passDeaf());
        barrier.awaitArrival();

        Until.isTrue(() -> !line.closeNow(SHORT).isEmpty());
        assertThat(feed.hasEnded()).isFalse();
        gate.countDown();
        feed.close();
        assertThat(line.counters().published()).isZero();
    }

    // ---- while it runs

    @Test
    void whatLeavesTheLineDoesNotCountBeforeAllHavePassedIt() throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                        .then("see", _ -> {})
                        .describe();
        Worker<Trade> filter = line.stages.getFirst().workers()[0];
        Worker<Trade> last = line.stages.getLast().workers()[0];
        publish(line, 4);
        run(filter);
        run(last);
        assertThat(line.counters()).isEqualTo(new LineCounters(4, 2, 2, 0, 0));

        publish(line, 4);
        run(filter);
        assertThat(line.counters()).isEqualTo(new LineCounters(8, 2, 2, 0, 4));
        run(last);
        assertThat(line.counters()).isEqualTo(new LineCounters(8, 4, 4, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noFigureGoesDown(boolean clears) throws Exception {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(64);
        if (clears) {
            builder.clearing(trade -> trade.reference = "");
        }
        Pipeline<Trade> line =
                builder.stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                        .beside(
                                "fails",
                                trade -> {
                                    if (trade.number % 3 == 0) {
                                        throw new IllegalArgumentException("3");
                                    }
                                },
                                with -> with.skipTo(Trade::new, _ -> {}))
                        .then("shared", _ -> {}, with -> with.workers(2))
                        .start();
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<LineCounters> last =
                CompletableFuture.supplyAsync(() -> lookUntil(line, done), THREADS);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> publishAll(line), THREADS);

        try {
            publishSome(line, 20_000);
            line.close(); // while the other one publishes
            other.get();
        } finally {
            done.set(true);
        }

        assertNotDown(last.get(), line.counters());
        assertThat(line.counters().undelivered()).isZero();
    }

    private static LineCounters lookUntil(Pipeline<Trade> line, AtomicBoolean done) {
        LineCounters before = line.counters();
        while (!done.get()) {
            LineCounters now = line.counters();
            assertNotDown(before, now);
            before = now;
            Thread.yield();
        }
        return before;
    }

    private static void assertNotDown(LineCounters before, LineCounters now) {
        assertThat(now.published()).isGreaterThanOrEqualTo(before.published());
        assertThat(now.delivered()).isGreaterThanOrEqualTo(before.delivered());
        assertThat(now.filtered()).isGreaterThanOrEqualTo(before.filtered());
        assertThat(now.failed()).isGreaterThanOrEqualTo(before.failed());
        assertThat(now.delivered() + now.filtered() + now.failed() + now.undelivered())
                .isEqualTo(now.published());
    }

    private static void publishAll(Pipeline<Trade> line) {
        try {
            while (true) {
                publishSome(line, 1_000);
            }
        } catch (PipelineClosedException closed) {
            assertThat(line.isOpen()).isFalse();
        }
    }

    // ---- the line

    private static void publishSome(Pipeline<Trade> line, int events) {
        for (int i = 0; i < events; i++) {
            long number = i;
            line.publish(trade -> trade.number = number);
        }
    }

    private static void publish(Line<Trade> line, int events) {
        LongStream.range(0, events)
                .forEach(i -> line.publishers.first().own().publish(trade -> trade.number = i, 0));
    }

    /** Has it do all there is. */
    private static void run(Worker<Trade> worker) throws Exception {
        while (worker.runBatch()) {
            Thread.onSpinWait();
        }
    }

    private static Pipeline<Trade> line(Handler<Trade> handler) {
        return Pipeline.of(Trade::new).capacity(8).stage("work", handler).start();
    }

    /** One with three events, whose stage is held up at the first one until it is interrupted. */
    private Pipeline<Trade> held() throws InterruptedException {
        Pipeline<Trade> line = line(_ -> barrier.pass());
        publishSome(line, 3);
        barrier.awaitArrival();
        return line;
    }

    /** Waits until the gate is open, whoever interrupts it. */
    private void passDeaf() {
        barrier.arrive();
        while (true) {
            try {
                gate.await();
                return;
            } catch (InterruptedException e) {
                assertThat(gate.getCount()).isNotNegative(); // deaf
            }
        }
    }
}
