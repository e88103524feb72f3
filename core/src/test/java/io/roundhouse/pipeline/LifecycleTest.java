package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers are told when their worker begins and ends. */
@Timeout(60)
class LifecycleTest {
    private final Trade.Barrier barrier = new Trade.Barrier();

    /** What one worker's handler was told, and by which thread. */
    private static class Told implements Handler<Trade> {
        private final List<String> what = new ArrayList<>();
        private final List<Thread> by = new ArrayList<>();

        @Override
        public void started() throws Exception {
            tell("started");
        }

        @Override
        public void handle(Trade trade) throws Exception {
            if (!what.getLast().equals("events")) {
                tell("events");
            }
        }

        @Override
        public void stopped() throws Exception {
            tell("stopped");
        }

        private void tell(String word) {
            what.add(word);
            by.add(Thread.currentThread());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"alone", "sharing", "by key"})
    void everyWorkerIsToldByItsOwnThread(String how) {
        List<Told> all = new ArrayList<>();
        Handler<Trade> handler =
                Handler.perWorker(_ -> {
                    all.add(new Told());
                    return all.getLast();
                });
        PipelineGraph<Trade> graph =
                Pipeline.of(Trade::new)
                        .capacity(16)
                        .stage(
                                "told",
                                handler,
                                with -> {
                                    with.workers(how.equals("alone") ? 1 : 3);
                                    if (how.equals("by key")) {
                                        with.partitionedBy(trade -> (int) trade.number);
                                    }
                                });

        try (var line = graph.start()) {
            PipelineTest.publish(line, 0, 1_000);
        }

        assertThat(all).hasSize(how.equals("alone") ? 1 : 3);
        for (Told each : all) {
            assertThat(each.what).isSubsetOf("started", "events", "stopped");
            assertThat(each.what).startsWith("started").endsWith("stopped");
            assertThat(each.by.stream().distinct())
                    .hasSize(1)
                    .doesNotContain(Thread.currentThread());
        }
        assertThat(all.stream().flatMap(each -> each.by.stream()).distinct()).hasSize(all.size());
    }

    @Test
    void whatThrowsAtTheBeginningFailsTheLineWithItsCause() throws Exception {
        List<String> seen = new ArrayList<>();
        Told told =
                new Told() {
                    @Override
                    public void started() throws Exception {
                        barrier.pass();
                        throw new IOException("no disk");
                    }

                    @Override
                    public void handle(Trade trade) {
                        seen.add("told");
                    }
                };
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(4)
                        .stage("told", told)
                        .then("behind", _ -> seen.add("behind"))
                        .start();
        PipelineTest.publish(line, 0, 4);
        barrier.awaitArrival();
        barrier.letGo(1);

        assertThatThrownBy(() -> PipelineTest.publish(line, 0, 1))
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("failed at stage told")
                .hasRootCauseMessage("no disk");
        assertThatThrownBy(line::close).hasRootCauseMessage("no disk");

        assertThat(seen).isEmpty();
        assertThat(told.what).isEmpty();
        assertThat(line.closeNow()).hasSize(4);
        assertThat(line.counters()).isEqualTo(new LineCounters(4, 0, 0, 0, 4));
    }

    @Test
    void whatThrowsAtTheEndFailsTheLineToo() {
        Told told =
                new Told() {
                    @Override
                    public void stopped() throws Exception {
                        super.stopped();
                        throw new IOException("no disk");
                    }
                };
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("told", told).start();
        PipelineTest.publish(line, 0, 4);

        assertThatThrownBy(line::close)
                .hasMessageContaining("failed at stage told")
                .hasRootCauseMessage("no disk");

        assertThat(told.what).containsExactly("started", "events", "stopped");
        assertThat(line.counters()).isEqualTo(new LineCounters(4, 4, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopped", "failed", "throws"})
    void aLineThatIsStoppedOrFailsTellsItsHandlers(String how) throws Exception {
        boolean[] interrupted = {true};
        Told told =
                new Told() {
                    @Override
                    public void handle(Trade trade) throws Exception {
                        super.handle(trade);
                        barrier.pass();
                        throw new IOException("no disk");
                    }

                    @Override
                    public void stopped() throws Exception {
                        super.stopped();
                        interrupted[0] = Thread.currentThread().isInterrupted();
                    }
                };
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("told", told).start();
        PipelineTest.publish(line, 0, 1);
        barrier.awaitArrival();

        if (how.equals("failed")) {
            line.fail(new IOException("from outside"));
        }
        if (!how.equals("stopped")) {
            barrier.letGo(1);
        }
        if (how.equals("throws")) {
            assertThatThrownBy(line::close).hasRootCauseMessage("no disk");
            assertThat(interrupted[0]).isFalse();
        }
        assertThat(line.closeNow()).hasSize(1);

        assertThat(told.what).containsExactly("started", "events", "stopped");
    }

    // ---- where threads go round

    private static PipelineBuilder<Trade> crowded() {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(16).goingRound();
        builder.processors = 1;
        return builder;
    }

    @Test
    void nobodyRunsAStageThatHasNotBegun() throws Exception {
        Told told =
                new Told() {
                    @Override
                    public void started() throws Exception {
                        barrier.pass();
                        super.started();
                    }
                };
        Pipeline<Trade> line = crowded().stage("before", _ -> {}).then("told", told).start();
        barrier.awaitArrival();
        PipelineTest.publish(line, 0, 16);
        Until.isTrue(() -> line.stages().getFirst().handled() >= 16);

        assertThat(line.stages().getLast().handled()).isZero();
        barrier.letGo(1);
        line.close();

        assertThat(told.what).containsExactly("started", "events", "stopped");
        assertThat(line.counters()).isEqualTo(new LineCounters(16, 16, 0, 0, 0));
    }

    @Test
    void aStageIsToldOfItsEndWhenNobodyRunsItAnyMore() throws Exception {
        List<String> what = new ArrayList<>();
        Handler<Trade> blocks =
                new Handler<>() {
                    @Override
                    public void handle(Trade trade) throws Exception {
                        barrier.pass();
                        what.add("handled by " + Thread.currentThread().getName());
                    }

                    @Override
                    public void stopped() {
                        what.add("stopped by " + Thread.currentThread().getName());
                    }
                };
        Line<Trade> line = crowded().stage("before", _ -> {}).then("told", blocks).describe();
        Rounds<Trade> rounds = line.makeRounds();
        Claim<Trade> before = claim(rounds, line.stages.getFirst());
        Claim<Trade> told = claim(rounds, line.stages.getLast());
        Runnable own = rounds.bodyOf(told.worker); // as when threads are made
        line.publishers.first().own().publish(_ -> {}, 0);
        before.visit();
        told.letGo(); // as it does when it has begun
        Thread runs = Thread.ofPlatform().name("another").start(told::visit);
        barrier.awaitArrival();
        line.stop();

        Thread ends = Thread.ofPlatform().name("own").start(() -> endOf(told));
        Until.isTrue(() -> told.worker.waits() != 0);
        assertThat(what).isEmpty();
        barrier.letGo(1);
        runs.join();
        ends.join();

        assertThat(own).isInstanceOf(GoingRound.class);
        assertThat(what).containsExactly("handled by another", "stopped by own");
    }

    private static Claim<Trade> claim(Rounds<Trade> rounds, Stage<Trade> stage) {
        return Objects.requireNonNull(rounds.claim(stage.workers()[0]));
    }

    /** What its own thread does at its end. */
    private static void endOf(Claim<Trade> claim) {
        claim.claimForGood();
        claim.worker.end();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void batchesLieBetweenBeginningAndEndWhoeverRunsThem(boolean drains) {
        AtomicInteger wrong = new AtomicInteger();
        ConcurrentLinkedQueue<Within> all = new ConcurrentLinkedQueue<>();
        for (int round = 0; round < 200; round++) {
            PipelineGraph<Trade> graph = crowded().stage("0", within(all, wrong));
            for (int i = 1; i < 4; i++) {
                graph = graph.then("" + i, within(all, wrong));
            }
            Pipeline<Trade> line = graph.start();
            PipelineTest.publish(line, 0, round);
            if (drains) {
                line.close();
            } else {
                line.closeNow();
            }
        }
        assertThat(wrong).hasValue(0);
        assertThat(all).allMatch(each -> each.state != Within.RUNS);
    }

    private static Within within(ConcurrentLinkedQueue<Within> all, AtomicInteger wrong) {
        Within made = new Within(wrong);
        all.add(made);
        return made;
    }

    /** Counts what is told in the wrong order. */
    private static final class Within implements Handler<Trade> {
        static final int RUNS = 1;
        private final AtomicInteger wrong;
        private int state;

        Within(AtomicInteger wrong) {
            this.wrong = wrong;
        }

        @Override
        public void started() {
            move(0, RUNS);
        }

        @Override
        public void beginBatch(long sequence, int events, long backlog) {
            move(RUNS, 2);
        }

        @Override
        public void handle(Trade trade) {
            move(2, 2);
        }

        @Override
        public void endBatch() {
            move(2, RUNS);
        }

        @Override
        public void stopped() {
            move(RUNS, 3);
        }

        private void move(int from, int to) {
            if (state != from) {
                wrong.incrementAndGet();
            }
            state = to;
        }
    }
}
