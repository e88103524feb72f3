package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.queue.ClosableBlockingQueue;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.QueueClosedException;
import io.roundhouse.queue.Queues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a line ends, and that nothing that it accepted is unaccounted for. */
@Timeout(60)
class EndingTest {
    private final Trade.Barrier barrier = new Trade.Barrier();

    // ---- closing

    @Test
    void closingDeliversWhatWasPublishedAndEndsTheThreads() throws Exception {
        ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        AtomicLong handled = new AtomicLong();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage("a", _ -> threads.add(Thread.currentThread()))
                        .then("b", _ -> handled.incrementAndGet(), with -> with.workers(2))
                        .start();

        PipelineTest.publish(line, 0, 60);
        line.close();

        assertThat(handled).hasValue(60);
        assertThat(threads.stream().filter(Thread::isAlive)).isEmpty();
        assertThatThrownBy(() -> line.publish(_ -> {}))
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("the line is closed");
        assertThat(line.closeNow()).isEmpty();
        assertThat(line.counters()).isEqualTo(new LineCounters(60, 60, 0, 0, 0));
    }

    @RepeatedTest(40)
    void whatIsAcceptedWhileTheLineIsClosedIsDelivered() throws Exception {
        AtomicLong handled = new AtomicLong();
        AtomicLong accepted = new AtomicLong();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .publishers(1)
                        .stage("a", _ -> {})
                        .then("b", _ -> handled.incrementAndGet())
                        .start();
        CountDownLatch running = new CountDownLatch(3);

        Thread closer = Thread.ofPlatform().unstarted(line::close);
        PipelineTest.inThreads(
                3,
                me -> {
                    try {
                        for (int i = 0; ; i++) {
                            line.publish(_ -> {});
                            accepted.incrementAndGet();
                            if (i == 20) {
                                running.countDown();
                            }
                            if (i == 30 && me == 0) {
                                running.await();
                                closer.start();
                            }
                        }
                    } catch (PipelineClosedException expected) {
                        return;
                    }
                });
        closer.join();

        assertThat(handled.get()).isEqualTo(accepted.get());
        assertThat(line.counters())
                .isEqualTo(new LineCounters(accepted.get(), accepted.get(), 0, 0, 0));
    }

    @Test
    void anEventThatIsBeingFilledWhileTheLineIsClosedIsRefusedAndHoldsNobodyUp() throws Exception {
        AtomicLong handled = new AtomicLong();
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).stage("a", _ -> handled.incrementAndGet()).start();
        Thread publisher =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                line.publish(_ -> passBarrier());
                            } catch (PipelineClosedException e) {
                                thrown.add(e);
                            }
                        });
        barrier.awaitArrival();

        line.close();
        barrier.letGo(1);
        publisher.join();

        assertThat(thrown).hasSize(1);
        assertThat(handled).hasValue(0);
        assertThat(line.counters()).isEqualTo(new LineCounters(0, 0, 0, 0, 0));
    }

    private void passBarrier() {
        try {
            barrier.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void closingNowReturnsWhatWasNotProcessedInOrder() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("a", _ -> {})
                        .then(
                                "b",
                                trade -> {
                                    if (trade.number == 3) {
                                        barrier.pass();
                                    }
                                })
                        .start();
        PipelineTest.publish(line, 0, 8);
        barrier.awaitArrival();

        List<Trade> left = line.closeNow(); // interrupts the handler

        assertThat(left.stream().map(each -> each.number)).containsExactly(3L, 4L, 5L, 6L, 7L);
        assertThat(line.counters()).isEqualTo(new LineCounters(8, 3, 0, 0, 5));
    }

    @Test
    void closingNowReturnsWhatWorkersHadClaimedAndNotHandled() throws Exception {
        ConcurrentLinkedQueue<Long> handled = new ConcurrentLinkedQueue<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage(
                                "work",
                                trade -> {
                                    if (trade.number % 20 == 7) {
                                        barrier.pass();
                                    }
                                    handled.add(trade.number);
                                },
                                with -> with.workers(2))
                        .start();
        PipelineTest.publish(line, 0, 64);
        barrier.awaitArrival();
        barrier.awaitArrival();

        List<Trade> left = line.closeNow();

        List<Long> all = new ArrayList<>(handled);
        left.forEach(each -> all.add(each.number));
        assertThat(left).isNotEmpty();
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 64).boxed().toList());
        assertThat(line.counters().undelivered()).isEqualTo(left.size());
    }

    @Test
    void aLineThatDoesNotDrainInTimeIsStopped() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(8).stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, 5);
        barrier.awaitArrival();

        assertThat(line.close(Duration.ofMillis(20))).isFalse();

        assertThat(line.closeNow()).hasSize(5);
        assertThat(line.counters()).isEqualTo(new LineCounters(5, 0, 0, 0, 5));
    }

    @Test
    void aPublisherThatWaitsForRoomIsReleased() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(2).stage("a", _ -> barrier.pass()).start();
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Thread publisher =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                PipelineTest.publish(line, 0, 10);
                            } catch (PipelineClosedException e) {
                                thrown.add(e);
                            }
                        });
        barrier.awaitArrival();

        line.fail(new IOException("the disk is full"));
        publisher.join();

        assertThat(thrown.peek())
                .hasMessageContaining("failed")
                .hasCauseInstanceOf(IOException.class);
        barrier.letGo(1);
        assertThatThrownBy(line::close).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void aStageMayCloseItsLine() throws Exception {
        AtomicLong handled = new AtomicLong();
        List<Pipeline<Trade>> self = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "a",
                                trade -> {
                                    barrier.pass();
                                    if (trade.number == 2) {
                                        self.getFirst().close();
                                    }
                                    handled.incrementAndGet();
                                })
                        .start();
        self.add(line);
        PipelineTest.publish(line, 0, 5);
        barrier.letGo(5);
        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        line.close();

        assertThat(handled).hasValue(5);
    }

    @Test
    void publishingOrClosingWithinAFillerIsToldAndHarmsNothing() {
        List<Long> seen = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).stage("a", trade -> seen.add(trade.number)).start();

        assertThatThrownBy(() -> line.publish(_ -> line.publish(trade -> trade.number = 7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("while another one was being filled");
        assertThatThrownBy(() -> line.publish(_ -> line.close()))
                .isInstanceOf(PipelineClosedException.class);

        line.close();
        assertThat(seen).containsExactly(7L);
        assertThat(line.counters()).isEqualTo(new LineCounters(1, 1, 0, 0, 0));
    }

    // ---- failing

    @Test
    void aHandlerThatThrowsStopsTheLineWithTheCause() {
        List<Long> behind = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(4)
                        .stage(
                                "parse",
                                trade -> {
                                    if (trade.number == 2) {
                                        throw new IOException("bad trade");
                                    }
                                })
                        .then("behind", trade -> behind.add(trade.number))
                        .start();

        assertThatThrownBy(() -> PipelineTest.publish(line, 0, 100))
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("failed at stage parse")
                .cause()
                .hasMessage("bad trade");
        assertThatThrownBy(line::close)
                .isInstanceOf(PipelineClosedException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(behind).isSubsetOf(0L, 1L);
        LineCounters counters = line.counters();
        assertThat(counters.published()).isEqualTo(counters.delivered() + counters.undelivered());
        assertThat(line.closeNow()).hasSize((int) counters.undelivered());
    }

    @Test
    void aFailureWhileTheLineDrainsIsNotLost() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "a",
                                _ -> {
                                    barrier.pass();
                                    throw new IOException("late");
                                })
                        .start();
        line.publish(_ -> {});
        barrier.awaitArrival();
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Thread closer =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                line.close();
                            } catch (PipelineClosedException e) {
                                thrown.add(e);
                            }
                        });
        while (line.isOpen()) {
            Thread.onSpinWait();
        }
        barrier.letGo(1);
        closer.join();

        assertThat(thrown.peek()).isNotNull().hasCauseInstanceOf(IOException.class);
    }

    @Test
    void eventsThatFailGoToTheSidingAndTheLineGoesOn() {
        List<FailedEvent<Trade>> siding = new ArrayList<>();
        List<Long> behind = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .stage("before", _ -> {})
                        .then(
                                "parse",
                                trade -> {
                                    if (trade.number % 3 == 0) {
                                        throw new IOException("bad " + trade.number);
                                    }
                                },
                                with -> with.skipTo(Trade::new, siding::add))
                        .then("behind", trade -> behind.add(trade.number))
                        .start();
        try (line) {
            PipelineTest.publish(line, 0, 9);
        }

        assertThat(siding.stream().map(each -> each.event().number)).containsExactly(0L, 3L, 6L);
        assertThat(siding.stream().map(FailedEvent::sequence)).containsExactly(0L, 3L, 6L);
        assertThat(siding.getLast().failure()).hasMessage("bad 6");
        assertThat(behind).containsExactly(1L, 2L, 4L, 5L, 7L, 8L);
        assertThat(line.counters()).isEqualTo(new LineCounters(9, 6, 0, 3, 0));
    }

    @Test
    void anEventIsTriedAgainAsOftenAsWasSaid() {
        List<FailedEvent<Trade>> siding = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "flaky",
                                trade -> {
                                    if (trade.seen++ < trade.number) {
                                        throw new IOException("again");
                                    }
                                },
                                with -> with.retry(2).skipTo(Trade::new, siding::add))
                        .start();
        try (line) {
            PipelineTest.publish(line, 0, 5);
        }

        assertThat(siding.stream().map(each -> each.event().number)).containsExactly(3L, 4L);
        assertThat(line.stages().getFirst().retries()).isEqualTo(1 + 2 + 2 + 2);
        assertThat(line.counters()).isEqualTo(new LineCounters(5, 3, 0, 2, 0));
    }

    @Test
    void anEventWhoseKeyFailsGoesToTheSidingOnceAndIsHandledByNobody() {
        ConcurrentLinkedQueue<Long> handled = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Long> siding = new ConcurrentLinkedQueue<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "by key",
                                trade -> handled.add(trade.number),
                                with ->
                                        with.workers(3)
                                                .partitionedBy(trade -> {
                                                    if (trade.number == 1) {
                                                        throw new IllegalStateException();
                                                    }
                                                    return (int) trade.number;
                                                })
                                                .retry(2)
                                                .skipTo(
                                                        Trade::new,
                                                        failed ->
                                                                siding.add(failed.event().number)))
                        .start();
        try (line) {
            PipelineTest.publish(line, 0, 3);
        }

        assertThat(handled).containsExactlyInAnyOrder(0L, 2L);
        assertThat(siding).containsExactly(1L);
        assertThat(line.counters()).isEqualTo(new LineCounters(3, 2, 0, 1, 0));
    }

    @Test
    void anEventWhoseKeyFailsIsAmongWhatIsReturned() {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "by key",
                                _ -> {},
                                with ->
                                        with.workers(2)
                                                .partitionedBy(trade -> {
                                                    if (trade.number == 1) {
                                                        throw new IllegalStateException("no key");
                                                    }
                                                    return 0;
                                                }))
                        .start();
        assertThatThrownBy(
                        () -> {
                            PipelineTest.publish(line, 0, 2);
                            line.close();
                        })
                .cause()
                .hasMessage("no key");

        assertThat(line.closeNow().getLast().number).isEqualTo(1);
        assertThat(line.counters().undelivered()).isPositive();
    }

    @Test
    void anErrorStopsTheLineWhateverThePolicy() {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "a",
                                _ -> {
                                    throw new AssertionError("broken");
                                },
                                with -> with.retry(5).skipTo(Trade::new, _ -> {}))
                        .start();
        line.publish(_ -> {});

        assertThatThrownBy(line::close).hasCauseInstanceOf(AssertionError.class);
        assertThat(line.stages().getFirst().retries()).isZero();
    }

    @Test
    void aSidingThatThrowsStopsTheLine() {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "a",
                                _ -> {
                                    throw new IOException("first");
                                },
                                with ->
                                        with.skipTo(
                                                Trade::new,
                                                _ -> {
                                                    throw new IllegalStateException("second");
                                                }))
                        .start();
        line.publish(_ -> {});

        assertThatThrownBy(line::close)
                .cause()
                .hasMessage("second")
                .satisfies(cause -> assertThat(cause.getSuppressed()[0]).hasMessage("first"));
    }

    @Test
    void aFillerThatThrowsPublishesNothingAndTheLineGoesOn() {
        List<Long> seen = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).stage("a", trade -> seen.add(trade.number)).start();
        try (line) {
            assertThatThrownBy(() ->
                            line.publish(_ -> {
                                throw new IllegalArgumentException("no price");
                            }))
                    .hasMessage("no price");
            PipelineTest.publish(line, 0, 3);
        }

        assertThat(seen).containsExactly(0L, 1L, 2L);
    }

    @Test
    void aStageThatPublishesIntoItsOwnFullLineIsToldSo() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .stage(
                                "loop",
                                trade -> {
                                    barrier.pass();
                                    for (int i = 0; trade.number == 0 && i < 3; i++) {
                                        self.getFirst().publish(each -> each.number = 1);
                                    }
                                })
                        .start();
        self.add(line);
        line.publish(trade -> trade.number = 0);
        barrier.letGo(3);

        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(line::close).cause().hasMessageContaining("own line");
    }

    @Test
    void aStageMayPublishIntoItsOwnLineWhereThereIsRoomButNotEndItAtOnce() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        List<Long> seen = new ArrayList<>();
        List<String> told = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .stage(
                                "loop",
                                trade -> {
                                    barrier.pass();
                                    seen.add(trade.number);
                                    if (trade.number == 0) {
                                        self.getFirst().publish(each -> each.number = 1);
                                        try {
                                            self.getFirst().closeNow();
                                        } catch (IllegalStateException e) {
                                            told.add(e.getMessage());
                                        }
                                    }
                                })
                        .start();
        self.add(line);
        line.publish(trade -> trade.number = 0);
        barrier.letGo(2);
        barrier.awaitArrival();
        barrier.awaitArrival();

        line.close();

        assertThat(seen).containsExactly(0L, 1L);
        assertThat(told).singleElement().asString().contains("its own end");
    }

    // ---- queues

    @Test
    void aLineIsFedFromAQueueAndFeedsOne() throws Exception {
        BlockingQueue<Long> in = new ArrayBlockingQueue<>(4);
        BlockingQueue<Long> out = new LinkedBlockingQueue<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .stage("double", trade -> trade.number *= 2)
                        .then("out", Handler.into(out, trade -> trade.number))
                        .start();
        try (line) {
            line.feedFrom(in, (trade, number) -> trade.number = number);
            for (long i = 0; i < 100; i++) {
                in.put(i);
            }
            for (long i = 0; i < 100; i++) {
                assertThat(out.take()).isEqualTo(2 * i);
            }
        }
    }

    @Test
    void whatAFeedCouldNotPublishIsLeftOver() throws Exception {
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L, 2L, 3L, 4L, 5L));
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(2).stage("a", _ -> barrier.pass()).start();
        Feed<Long> feed = line.feedFrom(in, (trade, number) -> trade.number = number);
        barrier.awaitArrival();
        while (in.size() > 2) {
            Thread.onSpinWait();
        }

        List<Trade> left = line.closeNow();

        List<Long> all = new ArrayList<>();
        left.forEach(each -> all.add(each.number));
        feed.leftOver().ifPresent(all::add);
        all.addAll(in);
        assertThat(all).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aFeedEndsWithItsQueueAndTheLineGoesOn() throws Exception {
        ClosableBlockingQueue<Long> in =
                Queues.blocking(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 4);
        List<Long> seen = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).stage("a", trade -> seen.add(trade.number)).start();
        Feed<Long> feed = line.feedFrom(in, (trade, number) -> trade.number = number);
        in.put(1L);
        in.put(2L);

        in.close();
        while (!feed.hasEnded()) {
            Thread.onSpinWait();
        }

        assertThat(feed.leftOver()).isEmpty();
        assertThat(line.isOpen()).isTrue();
        line.publish(trade -> trade.number = 3);
        line.close();
        assertThat(seen).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whateverElseAQueueThrowsStopsTheLine() {
        BlockingQueue<Long> broken =
                new LinkedBlockingQueue<>() {
                    @Override
                    public Long take() {
                        throw new IllegalStateException("broken");
                    }
                };
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        line.feedFrom(broken, (trade, number) -> trade.number = number);
        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(line::close).cause().hasMessage("broken");
    }

    @Test
    void aFillerThatComesToAClosedQueueStopsTheLine() {
        ClosableBlockingQueue<Long> other =
                Queues.blocking(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 4);
        other.close();
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        Feed<Long> feed =
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(7L)), (_, number) -> other.add(number));
        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(line::close).hasCauseInstanceOf(QueueClosedException.class);
        assertThat(feed.leftOver()).contains(7L);
    }

    @Test
    void aFillerThatComesToAClosedLineStopsItsOwn() {
        Pipeline<Trade> other = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        other.close();
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        Feed<Long> feed =
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(7L)),
                        (_, number) -> other.publish(trade -> trade.number = number));
        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(line::close).hasCauseInstanceOf(PipelineClosedException.class);
        assertThat(feed.leftOver()).contains(7L);
    }

    @Test
    void aFillerThatInterruptsItsFeedStopsTheLine() {
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        line.feedFrom(
                new LinkedBlockingQueue<>(List.of(7L)),
                (_, _) -> Thread.currentThread().interrupt());
        while (line.isOpen()) {
            Thread.onSpinWait();
        }

        assertThatThrownBy(line::close).hasCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void aFillerThatDoesNotReturnHoldsUpNoClosingThatHasALimit() throws Exception {
        CountDownLatch filling = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        Feed<Long> stuck =
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(7L)),
                        (_, _) -> {
                            filling.countDown();
                            awaitDeaf(goOn);
                        });
        Feed<Long> idle = line.feedFrom(new LinkedBlockingQueue<>(), (_, _) -> {});
        filling.await();

        assertThat(line.close(Duration.ofMillis(20))).isFalse();

        assertThat(line.isOpen()).isFalse();
        assertThat(stuck.hasEnded()).isFalse();
        goOn.countDown();
        stuck.close();
        idle.close();
        assertThat(stuck.leftOver()).contains(7L);
        assertThat(line.close(Duration.ofMillis(20))).isTrue();
    }

    private static void awaitDeaf(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                continue; // deaf
            }
        }
    }

    @Test
    void aLineThatIsClosedOrHasFailedTakesNoFeed() {
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L));
        Pipeline<Trade> closed = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        closed.close();
        Pipeline<Trade> failed = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        failed.fail(new IOException("the disk is full"));

        assertThatThrownBy(() -> closed.feedFrom(in, (_, _) -> {}))
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("the line is closed");
        assertThatThrownBy(() -> failed.feedFrom(in, (_, _) -> {}))
                .isInstanceOf(PipelineClosedException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(in).containsExactly(1L);
        failed.closeNow();
    }

    // ---- what is refused

    @Test
    void descriptionsThatMakeNoSenseAreRefusedWithTheReason() {
        assertThatThrownBy(() -> Pipeline.of(Trade::new).capacity(0)).hasMessageContaining("0");
        assertThatThrownBy(() -> Pipeline.of(Trade::new).publishers(0)).hasMessageContaining("0");
        assertThatThrownBy(() -> Pipeline.of(Trade::new).stage(" ", _ -> {}))
                .hasMessageContaining("name");
        PipelineGraph<Trade> graph = Pipeline.of(Trade::new).stage("a", _ -> {});
        assertThatThrownBy(() -> graph.then("a", _ -> {})).hasMessageContaining("already");
        PipelineGraph<Trade> other = Pipeline.of(Trade::new).stage("a", _ -> {});
        assertThatThrownBy(() -> other.beside("b", _ -> {}, with -> with.after("c")))
                .hasMessageContaining("cannot follow \"c\"")
                .hasMessageContaining("[a]");
        assertThatThrownBy(() -> other.then("b", _ -> {}, with -> with.after("b")))
                .hasMessageContaining("itself");
        assertThatThrownBy(() -> other.then("b", _ -> {}, with -> with.partitionedBy(_ -> 1)))
                .hasMessageContaining("one worker");
        assertThatThrownBy(() -> other.then("b", _ -> {}, with -> with.workers(0)))
                .hasMessageContaining("0");
        assertThatThrownBy(() -> Pipeline.of(() -> "one").capacity(2).stage("a", _ -> {}).start())
                .hasMessageContaining("same object");
        assertThatThrownBy(() ->
                        Pipeline.of(Trade::new)
                                .stage("a", Handler.perWorker(_ -> Handler.keeping(_ -> true)))
                                .start())
                .hasMessageContaining("Filter");
        PipelineGraph<Trade> once = Pipeline.of(Trade::new).stage("a", _ -> {});
        once.start().close();
        assertThatThrownBy(once::start).hasMessageContaining("one line");
    }

    @Test
    void tryingToPublishSaysWhetherThereWasRoom() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(2).stage("slow", _ -> barrier.pass()).start();
        line.publish(_ -> {});
        line.publish(_ -> {});
        barrier.awaitArrival();

        assertThat(line.tryPublish(_ -> {})).isFalse();
        assertThat(line.tryPublish(_ -> {}, Duration.ofMillis(1))).isFalse();
        assertThatThrownBy(() -> line.tryPublish(_ -> {}, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(line.explain()).contains("slow limits the line", "100 %");
        barrier.letGo(3);
        assertThat(line.tryPublish(_ -> {}, Duration.ofSeconds(30))).isTrue();

        line.close();
        assertThat(line.explain()).startsWith("closed: the stages wait for publishers");
    }
}
