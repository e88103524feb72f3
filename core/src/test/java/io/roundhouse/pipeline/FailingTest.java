package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitInterruptedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a line, and of its events, when the user's code fails. */
@Timeout(60)
@ParameterizedClass(name = "goes round: {0}")
@ValueSource(booleans = {false, true})
class FailingTest {
    @Parameter boolean goesRound;

    private PipelineBuilder<Trade> line() {
        return Lines.crowded(goesRound);
    }

    private final Trade.Barrier barrier = new Trade.Barrier();

    @Test
    void aHandlerThatThrowsStopsTheLineWithTheCause() {
        List<Long> behind = new ArrayList<>();
        Pipeline<Trade> line =
                line().capacity(4)
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
    void whatAnotherStageThrowsAtTheSameTimeIsSuppressedByTheCause() {
        assertThat(thrownTogether(new IOException("full"), new IOException("gone")))
                .containsExactlyInAnyOrder("full", "gone");
    }

    /** It does not come of the end of this one. */
    @Test
    void soIsWhatTellsOfAnotherLine() {
        PipelineClosedException other = new PipelineClosedException("another line", null);
        assertThat(thrownTogether(new IOException("full"), other))
                .containsExactlyInAnyOrder("full", "another line");
    }

    /** What two stages side by side throw at one event, as who closes the line is told. */
    private List<String> thrownTogether(Exception one, Exception other) {
        CyclicBarrier both = new CyclicBarrier(2);
        Pipeline<Trade> line =
                line().stage("journal", _ -> meetAndThrow(both, one))
                        .beside("replicate", _ -> meetAndThrow(both, other))
                        .start();
        line.publish(_ -> {});
        try {
            line.close();
            return List.of();
        } catch (PipelineClosedException e) {
            Throwable first = e.getCause();
            return Stream.concat(Stream.of(first), Stream.of(first.getSuppressed()))
                    .map(Throwable::getMessage)
                    .toList();
        }
    }

    private static void meetAndThrow(CyclicBarrier both, Exception thrown) throws Exception {
        both.await();
        throw thrown;
    }

    @Test
    void aHandlerThatLeavesItsThreadInterruptedIsTold() {
        Pipeline<Trade> line =
                line().stage("a", _ -> Thread.currentThread().interrupt())
                        .then("b", _ -> {})
                        .start();
        line.publish(_ -> {});
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close)
                .hasMessageContaining("failed at stage a")
                .cause()
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessage(
                        "interrupted while waiting: stage a waits for publishers; its handler has"
                                + " left the thread interrupted, or somebody else has interrupted it");
    }

    @Test
    void aCopierThatMakesNoCopyFailsTheLine() {
        List<Object> toSiding = new ArrayList<>();
        Pipeline<Trade> line =
                line().stage(
                                "a",
                                _ -> {
                                    throw new IOException("bad");
                                },
                                with -> with.skipTo(trade -> trade, toSiding::add))
                        .start();
        line.publish(trade -> trade.number = 5);

        assertThatThrownBy(line::close)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the copier of stage a made no copy")
                .hasSuppressedException(new IOException("bad"));
        assertThat(toSiding).isEmpty();
        assertThat(line.closeNow()).singleElement().extracting(left -> left.number).isEqualTo(5L);
    }

    @Test
    void aFailureWhileTheLineDrainsIsNotLost() throws Exception {
        Pipeline<Trade> line =
                line().stage(
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
        Until.isTrue(() -> !line.isOpen());
        barrier.letGo(1);
        closer.join();

        assertThat(thrown.peek()).isNotNull().hasCauseInstanceOf(IOException.class);
    }

    @Test
    void eventsThatFailGoToTheSidingAndTheLineGoesOn() {
        List<FailedEvent<Trade>> siding = new ArrayList<>();
        List<Long> behind = new ArrayList<>();
        Pipeline<Trade> line =
                line().capacity(2)
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
                line().stage(
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
                line().stage(
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
                line().stage(
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
                line().stage(
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
                line().stage(
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
        Pipeline<Trade> line = line().stage("a", trade -> seen.add(trade.number)).start();
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
                line().capacity(2)
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

        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close).cause().hasMessageContaining("own line");
    }

    @Test
    void aStageMayPublishIntoItsOwnLineWhereThereIsRoomButNotEndItAtOnce() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        List<Long> seen = new ArrayList<>();
        List<String> told = new ArrayList<>();
        Pipeline<Trade> line =
                line().capacity(2)
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
}
