package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a line ends, and that nothing that it accepted is unaccounted for. */
@Timeout(60)
@ParameterizedClass(name = "goes round: {0}")
@ValueSource(booleans = {false, true})
class EndingTest {
    @Parameter boolean goesRound;

    private PipelineBuilder<Trade> line() {
        return Lines.crowded(goesRound);
    }

    private final Trade.Barrier barrier = new Trade.Barrier();

    // ---- closing

    @Test
    void closingDeliversWhatWasPublishedAndEndsTheThreads() throws Exception {
        ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();
        AtomicLong handled = new AtomicLong();
        Pipeline<Trade> line =
                line().capacity(64)
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
                line().capacity(8)
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
        Pipeline<Trade> line = line().stage("a", _ -> handled.incrementAndGet()).start();
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
                line().capacity(8)
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
                line().capacity(64)
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
        Pipeline<Trade> line = line().capacity(8).stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, 5);
        barrier.awaitArrival();

        assertThat(line.close(Duration.ofMillis(20))).isFalse();

        assertThat(line.closeNow()).hasSize(5);
        assertThat(line.counters()).isEqualTo(new LineCounters(5, 0, 0, 0, 5));
    }

    @Test
    void aTimeBelowZeroIsOverAtOnce() throws Exception {
        Pipeline<Trade> line = line().stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, 2);
        barrier.awaitArrival();

        assertThat(line.close(Duration.ofNanos(-1))).isFalse();

        assertThat(line.closeNow()).hasSize(2);
    }

    @Test
    void aPublisherThatWaitsForRoomIsReleased() throws Exception {
        Pipeline<Trade> line = line().capacity(2).stage("a", _ -> barrier.pass()).start();
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
                line().stage(
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
        Until.isTrue(() -> !line.isOpen());

        line.close();

        assertThat(handled).hasValue(5);
    }

    @Test
    void publishingOrClosingWithinAFillerIsToldAndHarmsNothing() {
        List<Long> seen = new ArrayList<>();
        Pipeline<Trade> line = line().stage("a", trade -> seen.add(trade.number)).start();

        assertThatThrownBy(() -> line.publish(_ -> line.publish(trade -> trade.number = 7)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("while another one was being filled");
        assertThatThrownBy(() -> line.publish(_ -> line.close()))
                .isInstanceOf(PipelineClosedException.class);

        line.close();
        assertThat(seen).containsExactly(7L);
        assertThat(line.counters()).isEqualTo(new LineCounters(1, 1, 0, 0, 0));
    }

    // ---- what is refused

    @Test
    void descriptionsThatMakeNoSenseAreRefusedWithTheReason() {
        assertThatThrownBy(() -> line().capacity(0)).hasMessageContaining("0");
        assertThatThrownBy(() -> line().publishers(0)).hasMessageContaining("0");
        assertThatThrownBy(() -> line().stage(" ", _ -> {})).hasMessageContaining("name");
        PipelineGraph<Trade> graph = line().stage("a", _ -> {});
        assertThatThrownBy(() -> graph.then("a", _ -> {})).hasMessageContaining("already");
        PipelineGraph<Trade> other = line().stage("a", _ -> {});
        assertThatThrownBy(() -> other.beside("b", _ -> {}, with -> with.after("c")))
                .hasMessageContaining("cannot follow \"c\"")
                .hasMessageContaining("[a]");
        assertThatThrownBy(() -> other.then("b", _ -> {}, with -> with.after("b")))
                .hasMessageContaining("itself");
        assertThatThrownBy(() -> other.then("b", _ -> {}, with -> with.workers(0)))
                .hasMessageContaining("0");
        assertThatThrownBy(() -> Pipeline.of(() -> "one").capacity(2).stage("a", _ -> {}).start())
                .hasMessageContaining("same object");
        PipelineGraph<Trade> once = line().stage("a", _ -> {});
        once.start().close();
        assertThatThrownBy(once::start).hasMessageContaining("one line");
        assertThatThrownBy(() -> once.then("b", _ -> {})).hasMessageContaining("started");
    }

    @Test
    void tryingToPublishABatchSaysHowManyThereWasRoomFor() throws Exception {
        Pipeline<Trade> line = line().capacity(2).stage("slow", _ -> barrier.pass()).start();
        Batch.Filler<Trade> all = (_, room) -> room;

        assertThat(line.tryPublishBatch((_, _) -> 0)).isZero();
        assertThat(line.tryPublishBatch(all)).isEqualTo(2);
        barrier.awaitArrival();
        assertThat(line.tryPublishBatch(all)).isZero();
        assertThat(line.tryPublishBatch(all, Duration.ofMillis(1))).isZero();
        assertThat(line.tryPublishBatch(all, Duration.ofMillis(-1))).isZero();
        barrier.letGo(4);
        assertThat(line.tryPublishBatch(all, Duration.ofSeconds(30))).isPositive();

        barrier.letGo(2);
        line.close();
        assertThatThrownBy(() -> line.tryPublishBatch(all))
                .isInstanceOf(PipelineClosedException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFillerThatWantsMoreRoomThanIsKnownIsToldOfAllThereIs(boolean shares) throws Exception {
        Pipeline<Trade> line = line().capacity(8).publishers(1).stage("see", _ -> {}).start();
        Thread owner =
                Thread.ofPlatform()
                        .unstarted(() -> {
                            line.publish(_ -> {});
                            try {
                                barrier.pass();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        });
        if (shares) {
            owner.start();
            barrier.awaitArrival();
        }
        for (int i = 0; i < 3; i++) {
            line.publish(_ -> {});
        }

        Batch.Filler<Trade> eight = (_, room) -> room < 8 ? 0 : 8;
        Until.isTrue(() -> line.publishBatch(eight) > 0);
        line.publish(_ -> {});
        Until.isTrue(() -> line.tryPublishBatch(eight) > 0);

        line.close();
        barrier.letGo(1);
        owner.join();
        assertThat(line.counters().delivered()).isEqualTo((shares ? 1 : 0) + 3 + 8 + 1 + 8);
    }

    @Test
    void tryingToPublishSaysWhetherThereWasRoom() throws Exception {
        Pipeline<Trade> line = line().capacity(2).stage("slow", _ -> barrier.pass()).start();
        line.publish(_ -> {});
        line.publish(_ -> {});
        barrier.awaitArrival();

        assertThat(line.tryPublish(_ -> {})).isFalse();
        assertThat(line.tryPublish(_ -> {}, Duration.ofMillis(1))).isFalse();
        assertThat(line.tryPublish(_ -> {}, Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
        assertThat(line.explain()).contains("slow limits the line", "100 %");
        barrier.letGo(3);
        assertThat(line.tryPublish(_ -> {}, Duration.ofSeconds(30))).isTrue();

        line.close();
        assertThat(line.explain())
                .startsWith("closed: the line has ended, 0 events are undelivered");
    }
}
