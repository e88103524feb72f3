package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines with more threads than processors: any thread runs any stage, one at a time. */
@Timeout(60)
class RoundsTest {
    private static final int EVENTS = 50_000;

    /** A line that believes that there is one processor. */
    private static PipelineBuilder<Trade> crowded(int capacity) {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(capacity).goingRound();
        builder.processors = 1;
        return builder;
    }

    private static void publish(Pipeline<Trade> line, int events) {
        for (int i = 0; i < events; i++) {
            long number = i;
            line.publish(trade -> trade.number = number);
        }
    }

    private static Claim<Trade> claim(Rounds<Trade> rounds, Stage<Trade> stage) {
        return Objects.requireNonNull(rounds.claim(stage.workers()[0]));
    }

    // ---- one round

    @Test
    void oneThreadRunsAllStagesInOneRound() {
        List<String> seen = new ArrayList<>();
        Line<Trade> line =
                crowded(8)
                        .stage("a", trade -> seen.add("a" + trade.number))
                        .beside("b", trade -> seen.add("b" + trade.number))
                        .then("c", trade -> seen.add("c" + trade.number))
                        .describe();
        Rounds<Trade> rounds = line.makeRounds();
        line.publishers.first().own().publish(trade -> trade.number = 7, 0);

        assertThat(rounds.go()).isEqualTo(3);
        assertThat(rounds.go()).isZero();

        assertThat(seen).containsExactly("a7", "b7", "c7");
        assertThat(line.source.passed()).isOne();
    }

    @Test
    void aStageThatIsClaimedIsPassedByAndLeftToWhoHasClaimedIt() {
        Line<Trade> line = crowded(8).stage("a", _ -> {}).then("b", _ -> {}).describe();
        Rounds<Trade> rounds = line.makeRounds();
        Claim<Trade> claimed = claim(rounds, line.stages.getLast());
        line.publishers.first().own().publish(_ -> {}, 0);
        assertThat(claimed.tryClaim()).isTrue();

        assertThat(rounds.go()).isOne();

        assertThat(claimed.hasEvents()).isTrue();
        assertThat(rounds.isOneLeftAlone()).isFalse();
        assertThat(claimed.visit()).isZero();
        claimed.letGo();
        assertThat(rounds.isOneLeftAlone()).isTrue();
        assertThat(claimed.visit()).isOne();
    }

    @Test
    void aStageWasLeftAloneIfItHasNotMovedBetweenTwoLooks() {
        Line<Trade> line = crowded(8).stage("a", _ -> {}).then("b", _ -> {}).describe();
        Rounds<Trade> rounds = line.makeRounds();
        long[] marks = rounds.newMarks();
        line.publishers.first().own().publish(_ -> {}, 0);

        assertThat(rounds.wereLeftAlone(marks)).isFalse();
        assertThat(rounds.wereLeftAlone(marks)).isTrue();
        claim(rounds, line.stages.getFirst()).visit();
        assertThat(rounds.wereLeftAlone(marks)).isFalse(); // it is another one now
        rounds.go();
        assertThat(rounds.wereLeftAlone(marks)).isFalse();
        assertThat(rounds.wereLeftAlone(marks)).isFalse();
    }

    // ---- how many go round

    @Test
    void aRoundIsLongIfItsEventsCouldHaveBeenHandedOverMeanwhile() {
        assertThat(Rounds.isLong(5_000, 1)).isFalse();
        assertThat(Rounds.isLong(5_100, 1)).isTrue();
        assertThat(Rounds.isLong(30_000, 1_000)).isFalse();
        assertThat(Rounds.isLong(40_000, 1_000)).isTrue();
    }

    @Test
    void oneMoreIsCalledIfAStageIsLeftAloneAndThereIsAProcessorForIt() {
        PipelineBuilder<Trade> builder = crowded(8);
        builder.processors = 2;
        Line<Trade> line = builder.stage("a", _ -> {}).then("b", _ -> {}).describe();
        Rounds<Trade> rounds = line.makeRounds();
        Waiter deputy = line.stages.getLast().waiters[0];
        rounds.enter();

        rounds.call();
        assertThat(rounds.isCalled()).isFalse(); // nobody is on watch
        assertThat(rounds.watch(deputy)).isTrue();
        rounds.call();
        assertThat(rounds.isCalled()).isFalse(); // there are no events
        line.publishers.first().own().publish(_ -> {}, 0);
        rounds.enter();
        rounds.call();
        assertThat(rounds.isCalled()).isFalse(); // two go round already
        rounds.leave();
        rounds.call();
        assertThat(rounds.isCalled()).isTrue();

        rounds.leaveWatch();
        assertThat(rounds.watch(deputy)).isTrue();
        assertThat(rounds.isCalled()).isFalse();
    }

    @Test
    void whoStopsGoingRoundLeavesWhatThereIsToTheFirstThread() throws InterruptedException {
        Line<Trade> line = crowded(8).stage("a", _ -> {}).then("b", _ -> {}).describe();
        Rounds<Trade> rounds = line.makeRounds();
        Waiter first = line.stages.getFirst().waiters[0];
        AtomicBoolean looks = new AtomicBoolean();
        Thread sleeper = Thread.ofPlatform().start(() -> first.doze(looks::get, Long.MAX_VALUE));
        Until.isTrue(() -> sleeper.getState() == Thread.State.TIMED_WAITING);
        line.publishers.first().own().publish(_ -> {}, 0);
        looks.set(true);
        rounds.enter();

        rounds.leave();

        sleeper.join();
    }

    @Test
    void handlersThatTakeLongAreRunByAsManyThreadsAsThereAreProcessors() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Phaser both = new Phaser(2); // each waits for the other, which is not blocked for long
        Handler<Trade> handler =
                trade -> {
                    threads.add(Thread.currentThread());
                    both.arriveAndAwaitAdvance();
                };
        PipelineBuilder<Trade> builder = crowded(8);
        builder.processors = 2;

        try (var line = builder.stage("a", handler).beside("b", handler).start()) {
            publish(line, 1_000);
        }

        assertThat(threads).hasSizeGreaterThan(1);
    }

    // ---- threads

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 1024})
    void aStageIsRunByOneThreadAtATimeAndSeesEventsInOrder(int capacity) {
        AtomicInteger wrong = new AtomicInteger();
        PipelineGraph<Trade> graph = crowded(capacity).stage("0", alone(wrong));
        for (int i = 1; i < 6; i++) {
            graph =
                    i % 2 == 0
                            ? graph.then("" + i, alone(wrong))
                            : graph.beside("" + i, alone(wrong));
        }

        try (var line = graph.start()) {
            publish(line, capacity == 1 ? 1_000 : EVENTS);
        }

        assertThat(wrong).hasValue(0);
    }

    /** Counts events out of order, and threads that meet another one. */
    private static Handler<Trade> alone(AtomicInteger wrong) {
        AtomicBoolean busy = new AtomicBoolean();
        long[] next = {0};
        return trade -> {
            if (!busy.compareAndSet(false, true) || trade.number != next[0]++) {
                wrong.incrementAndGet();
            }
            busy.set(false);
        };
    }

    @Test
    void aHandlerThatBlocksHoldsUpNoOtherStage() {
        CountDownLatch others = new CountDownLatch(2 * EVENTS);

        try (var line =
                crowded(EVENTS)
                        .stage("before", _ -> others.countDown())
                        .beside("beside", _ -> others.countDown())
                        .then("blocks", _ -> others.await())
                        .start()) {
            publish(line, EVENTS);
        }

        assertThat(others.getCount()).isZero();
    }

    @Test
    void asManyHandlersMayBlockAsThereAreStages() {
        List<CountDownLatch> reached = new ArrayList<>();
        PipelineGraph<Trade> graph = crowded(8).stage("0", _ -> {});
        for (int i = 1; i <= 5; i++) {
            CountDownLatch mine = new CountDownLatch(1);
            reached.add(mine);
            graph =
                    graph.beside(
                            "" + i,
                            _ -> {
                                mine.countDown();
                                for (CountDownLatch each : reached) {
                                    each.await(); // each waits for all the others
                                }
                            });
        }

        try (var line = graph.start()) {
            publish(line, 1);
        }

        assertThat(reached).allMatch(each -> each.getCount() == 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2, 3})
    void aHandlerThatBlocksAfterASilenceHoldsUpNoOtherStage(long parks)
            throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(3);
        try (var line =
                crowded(8)
                        .stage("before", _ -> others.countDown())
                        .then(
                                "blocks",
                                trade -> {
                                    if (trade.number == 1) {
                                        blocked.countDown();
                                        others.await();
                                    }
                                    first.countDown();
                                })
                        .start()) {
            publish(line, 1);
            first.await();
            // the third is the deputy's deep sleep
            Until.isTrue(() -> line.stages().getLast().parks() >= parks);
            line.publish(trade -> trade.number = 1);
            blocked.await();
            line.publish(trade -> trade.number = 2);
        }
        assertThat(others.getCount()).isZero();
    }

    @Test
    void aStageThatBeginsForLongHoldsUpNoOtherStage() {
        CountDownLatch handled = new CountDownLatch(1);
        Handler<Trade> begins =
                new Handler<>() {
                    @Override
                    public void started() throws InterruptedException {
                        handled.await();
                    }

                    @Override
                    public void handle(Trade trade) {}
                };

        try (var line =
                crowded(8).stage("begins", begins).beside("b", _ -> handled.countDown()).start()) {
            // it has looked, and looked again
            Until.isTrue(() -> line.stages().getLast().parks() >= 6);
            publish(line, 1);
        }

        assertThat(handled.getCount()).isZero();
    }

    @Test
    void aStageWithItsOwnThreadIsRunByThatOneOnlyAndItRunsNoOtherStage() {
        Set<String> own = ConcurrentHashMap.newKeySet();
        Set<String> others = ConcurrentHashMap.newKeySet();

        try (var line =
                crowded(1024)
                        .stage("before", _ -> others.add(Thread.currentThread().getName()))
                        .then(
                                "own",
                                _ -> own.add(Thread.currentThread().getName()),
                                StageOptions::ownThread)
                        .beside("beside", _ -> others.add(Thread.currentThread().getName()))
                        .start()) {
            publish(line, EVENTS);
        }

        assertThat(own).containsExactly("pipeline: stage own");
        assertThat(others).isNotEmpty().doesNotContainAnyElementsOf(own);
    }

    @Test
    void stagesBehindThoseThatDoNotGoRoundKeepTheirThreads() {
        Line<Trade> line =
                crowded(64)
                        .stage("a", _ -> {})
                        .beside("b", _ -> {}, with -> with.workers(2))
                        .then("c", _ -> {}, with -> with.after("a"))
                        .then("d", _ -> {}, with -> with.after("b", "c"))
                        .describe();

        assertThat(line.stages.stream().filter(Stage::isMovable).map(each -> each.name))
                .containsExactly("a", "c");
    }

    @Test
    void stagesKeepTheirThreadsUnlessTheLineIsAskedToGoRound() {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new);
        builder.processors = 1;
        Line<Trade> line = builder.stage("a", _ -> {}).then("b", _ -> {}).describe();

        assertThat(line.stages).noneMatch(Stage::isMovable);
    }

    @Test
    void stagesThatSpinAndLinesWithAProcessorAThreadKeepTheirThreads() {
        for (boolean spins : new boolean[] {true, false}) {
            PipelineBuilder<Trade> builder = crowded(64);
            builder.processors = spins ? 1 : 3;
            if (spins) {
                builder.waiting(WaitStrategy.busySpin());
            }
            Line<Trade> line = builder.stage("a", _ -> {}).then("b", _ -> {}).describe();
            assertThat(line.stages).noneMatch(Stage::isMovable);
        }
    }

    // ---- the end

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 1024})
    void everyThreadEndsWhereverTheEventsAre(int capacity) {
        for (int round = 0; round < 100; round++) {
            long[] seen = {0};
            Pipeline<Trade> line =
                    crowded(capacity)
                            .stage("a", _ -> {})
                            .then("b", _ -> {})
                            .beside("c", _ -> {})
                            .then("shared", _ -> {}, with -> with.workers(2))
                            .then("own", _ -> {}, StageOptions::ownThread)
                            .then("d", _ -> seen[0]++)
                            .start();
            publish(line, round);
            line.close();
            assertThat(seen[0]).isEqualTo(round);
        }
    }

    @Test
    void aStageThatFailsIsNamedWhoeverHasRunIt() {
        Pipeline<Trade> line =
                crowded(64)
                        .stage("a", _ -> {})
                        .then("b", _ -> {})
                        .then(
                                "fails",
                                trade -> {
                                    if (trade.number == 1_000) {
                                        throw new IllegalStateException("as wished");
                                    }
                                })
                        .start();
        try {
            publish(line, 2_000);
            line.close();
            assertThat(line.isOpen()).isTrue(); // not reached
        } catch (PipelineClosedException e) {
            assertThat(e).hasMessageContaining("stage fails").hasRootCauseMessage("as wished");
        }
        assertThat(line.closeNow()).isNotEmpty();
        assertThat(line.stages().getLast().handled()).isLessThanOrEqualTo(1_000);
    }
}
