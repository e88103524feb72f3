package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.queue.ClosableBlockingQueue;
import io.roundhouse.queue.Consumers;
import io.roundhouse.queue.Producers;
import io.roundhouse.queue.QueueClosedException;
import io.roundhouse.queue.Queues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lines that are fed from queues, and feed queues. */
@Timeout(60)
class FeedTest {
    private final Trade.Barrier barrier = new Trade.Barrier();

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
    @SuppressWarnings("NullAway") // what users may do by mistake
    void aCopyThatIsNullIsTold() {
        BlockingQueue<Object> out = new LinkedBlockingQueue<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).stage("out", Handler.into(out, _ -> null)).start();
        line.publish(_ -> {});

        assertThatThrownBy(line::close)
                .cause()
                .isInstanceOf(NullPointerException.class)
                .hasMessage(
                        "Handler.into: the copy of an event is null, which no queue takes: filter"
                                + " such events before");
    }

    @Test
    void feedsOfALineAreToldApartByTheirThreads() {
        Set<String> names = ConcurrentHashMap.newKeySet();
        CountDownLatch both = new CountDownLatch(2);
        try (Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start()) {
            for (long number = 0; number < 2; number++) {
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(number)),
                        (_, _) -> {
                            names.add(Thread.currentThread().getName());
                            both.countDown();
                        });
            }
            awaitDeaf(both);
        }
        assertThat(names).containsExactlyInAnyOrder("pipeline: feed 1", "pipeline: feed 2");
    }

    /** Its filler answers to the interrupt in its own way. */
    @Test
    void aFeedThatIsClosedDoesNotEndItsLine() throws Exception {
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L));
        try (Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start()) {
            Feed<Long> feed =
                    line.feedFrom(
                            in,
                            (_, _) -> {
                                try {
                                    barrier.pass();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException(
                                            "the look-up was interrupted", e);
                                }
                            });
            barrier.awaitArrival();
            feed.close();

            assertThat(line.isOpen()).isTrue();
            assertThat(feed.leftOver()).contains(1L);
            assertThat(feed.failure()).get().asString().contains("the look-up was interrupted");
        }
    }

    @Test
    void whatAFeedCouldNotPublishIsLeftOver() throws Exception {
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L, 2L, 3L, 4L, 5L));
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(2).stage("a", _ -> barrier.pass()).start();
        Feed<Long> feed = line.feedFrom(in, (trade, number) -> trade.number = number);
        barrier.awaitArrival();
        Until.isTrue(() -> in.size() <= 2);

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
        Until.isTrue(() -> feed.hasEnded());

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
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close).cause().hasMessage("broken");
    }

    @Test
    void aQueueThatGivesNullStopsTheLineAndIsNamed() {
        BlockingQueue<Long> broken =
                new LinkedBlockingQueue<>() {
                    @Override
                    @SuppressWarnings("NullAway") // that is what is wrong with it
                    public Long take() {
                        return null;
                    }
                };
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        line.feedFrom(broken, (trade, number) -> trade.number = number);
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close)
                .cause()
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the queue of a feed gave null");
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
        Until.isTrue(() -> !line.isOpen());

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
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close).hasCauseInstanceOf(PipelineClosedException.class);
        assertThat(feed.leftOver()).contains(7L);
    }

    @Test
    void aFillerThatInterruptsItsFeedStopsTheLine() {
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        line.feedFrom(
                new LinkedBlockingQueue<>(List.of(7L)),
                (_, _) -> Thread.currentThread().interrupt());
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close)
                .hasMessageContaining("the line has failed at a feed")
                .hasCauseInstanceOf(InterruptedException.class);
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
        assertThat(line.close(Duration.ofSeconds(30))).isTrue();
    }

    /** Who has a line fail. */
    private enum Failing {
        A_USER {
            @Override
            void fail(Pipeline<Trade> line) {
                line.fail(new IOException("disk"));
            }
        },
        A_STAGE {
            @Override
            void fail(Pipeline<Trade> line) {
                line.publish(trade -> trade.number = BAD);
            }
        },
        ANOTHER_FEED {
            @Override
            void fail(Pipeline<Trade> line) {
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(7L)),
                        (_, _) -> FeedTest.<RuntimeException>sneak(new IOException("disk")));
            }
        };

        abstract void fail(Pipeline<Trade> line);
    }

    /** An event that a stage throws at. */
    private static final long BAD = -1;

    @ParameterizedTest
    @EnumSource
    void aFeedThatWaitsAtItsQueueEndsWhenTheLineFails(Failing who) {
        AtomicReference<Thread> taker = new AtomicReference<>();
        BlockingQueue<Long> in =
                new LinkedBlockingQueue<>() {
                    @Override
                    public Long take() throws InterruptedException {
                        taker.set(Thread.currentThread());
                        return super.take();
                    }
                };
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .stage(
                                "a",
                                trade -> {
                                    if (trade.number == BAD) {
                                        throw new IOException("disk");
                                    }
                                })
                        .start();
        Feed<Long> feed = line.feedFrom(in, (trade, number) -> trade.number = number);
        Until.isTrue(() -> taker.get() != null);
        Until.isAsleep(taker.get());

        who.fail(line);
        Until.isTrue(feed::hasEnded);

        in.add(7L);
        assertThat(in).containsExactly(7L);
        assertThat(feed.failure()).isEmpty();
        assertThat(feed.leftOver()).isEmpty();
        assertThat(line.failure()).isInstanceOf(IOException.class).hasNoSuppressedExceptions();
        line.closeNow();
    }

    @Test
    void aFillerThatRunsWhenTheLineFailsIsNotInterrupted() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicReference<String> found = new AtomicReference<>();
        BlockingQueue<Long> in = new LinkedBlockingQueue<>(List.of(1L, 2L));
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        Feed<Long> feed =
                line.feedFrom(
                        in,
                        (_, _) -> {
                            barrier.arrive();
                            try {
                                goOn.await();
                                found.set("what it looks up");
                            } catch (InterruptedException e) {
                                found.set("an interrupt");
                            }
                        });
        barrier.awaitArrival();

        line.fail(new IOException("disk"));
        goOn.countDown();
        Until.isTrue(feed::hasEnded);

        assertThat(found).hasValue("what it looks up");
        assertThat(in).containsExactly(2L);
        line.closeNow();
    }

    /** How a filler ends what another one of its line works for. */
    private enum Closing {
        LINE {
            @Override
            void close(Pipeline<Trade> line, Feed<Long> other) {
                line.close();
            }
        },
        LINE_NOW {
            @Override
            void close(Pipeline<Trade> line, Feed<Long> other) {
                line.closeNow();
            }
        },
        OTHER_FEED {
            @Override
            void close(Pipeline<Trade> line, Feed<Long> other) {
                other.close();
            }
        };

        abstract void close(Pipeline<Trade> line, Feed<Long> other);
    }

    @ParameterizedTest
    @EnumSource
    void twoFillersThatCloseWaitForNeither(Closing closing) {
        CountDownLatch filling = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        BlockingQueue<Long> toFirst = new LinkedBlockingQueue<>();
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        List<Feed<Long>> feeds = new ArrayList<>();
        feeds.add(
                line.feedFrom(
                        toFirst,
                        (_, _) -> {
                            closing.close(line, feeds.getLast());
                            closed.countDown();
                        }));
        BlockingQueue<Long> toSecond = new LinkedBlockingQueue<>();
        feeds.add(
                line.feedFrom(
                        toSecond,
                        (_, _) -> {
                            filling.countDown();
                            awaitDeaf(closed);
                            closing.close(line, feeds.getFirst());
                        }));
        toSecond.add(8L);
        Until.isTrue(() -> filling.getCount() == 0);
        toFirst.add(7L);
        Until.isTrue(() -> feeds.stream().allMatch(Feed::hasEnded));
        line.close();
        assertThat(line.isOpen()).isFalse();
    }

    @Test
    void aCheckedExceptionThatNobodyHasDeclaredStopsTheLine() {
        Pipeline<Trade> line = Pipeline.of(Trade::new).stage("a", _ -> {}).start();
        Feed<Long> feed =
                line.feedFrom(
                        new LinkedBlockingQueue<>(List.of(7L)),
                        (_, _) -> FeedTest.<RuntimeException>sneak(new IOException("disk")));
        Until.isTrue(feed::hasEnded);

        assertThat(line.isOpen()).isFalse();
        assertThat(feed.failure()).containsInstanceOf(IOException.class);
        assertThat(feed.leftOver()).contains(7L);
        assertThatThrownBy(line::close).hasCauseInstanceOf(IOException.class);
    }

    /** As code does that was compiled from a language without checked exceptions. */
    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void sneak(Throwable thrown) throws X {
        throw (X) thrown;
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
}
