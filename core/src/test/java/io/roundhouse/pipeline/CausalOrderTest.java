package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Publications keep the order in which they are made, whoever makes them. */
@Timeout(60)
class CausalOrderTest {
    private static final long ROUNDS = 4_000;

    /** Published before each that is looked at, so that there is more than one at a time. */
    private static final int BEFORE_EACH = 3;

    private static final long NONE = -1;

    private static final int KNOWING = 4;
    private static final long EACH = 30_000;

    interface Steps {
        void step(long number);
    }

    static final class Step implements Steps {
        long number;

        @Override
        public void step(long its) {
            number = its;
        }
    }

    /** How a thread publishes. */
    enum Way {
        PUBLISH {
            @Override
            LongConsumer into(Pipeline<Step> line) {
                return number -> line.publish(step -> step.number = number);
            }
        },
        TRY {
            @Override
            LongConsumer into(Pipeline<Step> line) {
                return number -> {
                    Until.isTrue(() -> line.tryPublish(step -> step.number = number));
                };
            }
        },
        TRY_FOR_A_TIME {
            @Override
            LongConsumer into(Pipeline<Step> line) {
                Duration time = Duration.ofSeconds(30);
                return number ->
                        assertThat(line.tryPublish(step -> step.number = number, time)).isTrue();
            }
        },
        BATCH {
            @Override
            LongConsumer into(Pipeline<Step> line) {
                return number ->
                        line.publishBatch((batch, _) -> {
                            batch.get(0).number = number;
                            return 1;
                        });
            }
        },
        ENTRY {
            @Override
            LongConsumer into(Pipeline<Step> line) {
                return line.as(Steps.class, MethodHandles.lookup())::step;
            }
        };

        abstract LongConsumer into(Pipeline<Step> line);
    }

    private final Trade.Barrier barrier = new Trade.Barrier();
    private final ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final List<Long> seen = new ArrayList<>(); // the stage, and who has closed the line
    private final SynchronousQueue<Long> baton = new SynchronousQueue<>();
    private volatile long turn;

    // ---- the order

    @ParameterizedTest
    @EnumSource
    void threadsThatTellEachOtherKeepTheirOrder(Way way) throws Exception {
        relay(way, Thread.ofPlatform().daemon().factory(), this::publishInTurn);
    }

    @ParameterizedTest
    @EnumSource
    void virtualThreadsThatTellEachOtherKeepTheirOrder(Way way) throws Exception {
        relay(way, Thread.ofVirtual().factory(), this::publishWithBaton);
    }

    /** Each of two publishes when the other one has told it that it has. */
    private void relay(Way way, ThreadFactory factory, BiConsumer<LongConsumer, Long> publishInTurn)
            throws Exception {
        Pipeline<Step> line = line(64).start();
        LongConsumer publishing = way.into(line);
        List<Thread> threads = new ArrayList<>();
        for (long first = 0; first < 2; first++) {
            long mine = first;
            threads.add(start(factory, () -> publishInTurn.accept(publishing, mine)));
        }
        for (Thread each : threads) {
            each.join();
        }
        line.close();

        assertThat(thrown).isEmpty();
        assertThat(seen).isEqualTo(LongStream.range(0, ROUNDS).boxed().toList());
        assertThat(line.counters().delivered()).isEqualTo(ROUNDS * (1 + BEFORE_EACH));
    }

    private void publishInTurn(LongConsumer publishing, long first) {
        for (long number = first; number < ROUNDS; number += 2) {
            long mine = number;
            Until.isTrue(() -> turn == mine);
            publish(publishing, number);
            turn = number + 1;
        }
    }

    /** The same, asleep in between: two that yield to each other would hold up their carriers. */
    private void publishWithBaton(LongConsumer publishing, long first) {
        try {
            for (long number = first; number < ROUNDS; number += 2) {
                if (number > 0) {
                    baton.take();
                }
                publish(publishing, number);
                if (number + 1 < ROUNDS) {
                    baton.put(number);
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void publish(LongConsumer publishing, long number) {
        for (int i = 0; i < BEFORE_EACH; i++) {
            publishing.accept(NONE);
        }
        publishing.accept(number);
    }

    /** Several that publish all the time, and write into each event how far the others are. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void eachEventComesBehindAllThatItsPublisherKnewOf(int lanes) throws Exception {
        AtomicLongArray published = new AtomicLongArray(KNOWING);
        long[] come = new long[KNOWING];
        List<String> early = new ArrayList<>();
        Pipeline<Knowing> line =
                Pipeline.of(Knowing::new)
                        .capacity(64)
                        .publishers(lanes)
                        .stage("check", event -> event.check(come, early))
                        .start();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < KNOWING; i++) {
            int me = i;
            threads.add(
                    start(() -> {
                        for (int number = 0; number < EACH; number++) {
                            line.publish(event -> event.fill(me, published));
                            published.incrementAndGet(me);
                        }
                    }));
        }
        for (Thread each : threads) {
            each.join();
        }
        line.close();

        assertThat(thrown).isEmpty();
        assertThat(early).isEmpty();
        assertThat(come).containsOnly(EACH);
    }

    /** An event that says of how many others of each publisher its publisher knew. */
    private static final class Knowing {
        private final long[] known = new long[KNOWING];
        private int publisher;

        void fill(int me, AtomicLongArray published) {
            publisher = me;
            for (int i = 0; i < KNOWING; i++) {
                known[i] = published.get(i);
            }
        }

        void check(long[] come, List<String> early) {
            for (int i = 0; i < KNOWING; i++) {
                if (come[i] < known[i] && early.size() < 10) {
                    early.add(publisher + " knew of " + known[i] + " of " + i + ": " + come[i]);
                }
            }
            come[publisher]++;
        }
    }

    @ParameterizedTest
    @EnumSource
    void tasksOneAfterTheOtherOnAPoolKeepTheirOrder(Way way) throws Exception {
        Pipeline<Step> line = line(64).start();
        LongConsumer publishing = way.into(line);

        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
            for (long i = 0; i < ROUNDS; i++) {
                long number = i;
                last = last.thenRunAsync(() -> publishing.accept(number), pool);
            }
            last.get();
        }
        line.close();

        assertThat(seen).isEqualTo(LongStream.range(0, ROUNDS).boxed().toList());
    }

    @Test
    void aFeedComesIntoTheOrderLikeEverybody() throws Exception {
        BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
        Pipeline<Step> line = line(8).start();
        line.feedFrom(queue, (step, number) -> step.number = number);

        for (long number = 0; number < ROUNDS; number += 2) {
            long before = number;
            queue.put(before);
            Until.isTrue(() -> line.counters().published() != before);
            long next = number + 1;
            line.publish(step -> step.number = next);
        }
        line.close();

        assertThat(seen).isEqualTo(LongStream.range(0, ROUNDS).boxed().toList());
    }

    @Test
    void threadsThatEndLeaveNothingBehind() throws Exception {
        Pipeline<Step> line = line(2).start();
        for (long i = 0; i < 100; i++) {
            long number = i;
            start(() -> line.publish(step -> step.number = number)).join();
        }
        line.close();

        assertThat(thrown).isEmpty();
        assertThat(seen).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }

    @Test
    void aLineThatGoesRoundKeepsItToo() throws Exception {
        PipelineBuilder<Trade> crowded = Lines.crowded(true).capacity(8);
        Pipeline<Trade> line =
                crowded.stage("first", _ -> {})
                        .then("see", trade -> seen.add(trade.number))
                        .start();
        for (long i = 0; i < 100; i++) {
            long number = i;
            start(() -> line.publish(trade -> trade.number = number)).join();
        }
        line.close();

        assertThat(seen).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }

    // ---- events that all share

    @Test
    void whoWaitsForRoomWithTheTurnIsWokenByTheStage() throws Exception {
        Pipeline<Step> line =
                Pipeline.of(Step::new)
                        .capacity(1)
                        .publishers(1)
                        .stage("held", _ -> barrier.pass())
                        .start();
        line.publish(_ -> {});
        List<Thread> publishers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            publishers.add(start(() -> line.publish(_ -> {})));
        }
        barrier.awaitArrival();
        barrier.letGo(6);
        for (Thread each : publishers) {
            each.join();
        }
        line.close();

        assertThat(thrown).isEmpty();
        assertThat(line.counters().delivered()).isEqualTo(6);
    }

    @Test
    void aFillerThatFailsHasPublishedNothingAndKeepsNobodyOut() throws Exception {
        Pipeline<Step> line = line(4).start();
        IllegalArgumentException failure = new IllegalArgumentException("no");
        Runnable fails =
                () ->
                        line.publish(_ -> {
                            throw failure;
                        });
        start(fails).join();
        start(() ->
                        line.publishBatch((_, _) -> {
                            throw failure;
                        }))
                .join();
        Steps entry = line.as(Steps.class, MethodHandles.lookup());
        start(() -> entry.step(3)).join();

        assertThat(thrown).containsExactly(failure, failure);
        line.close();
        assertThat(seen).containsExactly(3L);
    }

    @Test
    void aFillerThatPublishesIsToldAndKeepsNobodyOut() throws Exception {
        Pipeline<Step> line = line(8).start();
        Steps entry = line.as(Steps.class, MethodHandles.lookup());

        start(() -> line.publish(_ -> line.publish(step -> step.number = 1))).join();
        start(() -> line.publish(_ -> entry.step(2))).join();
        start(() ->
                        line.publishBatch((_, _) -> {
                            line.publish(step -> step.number = 3);
                            return 1;
                        }))
                .join();
        assertThat(thrown).hasSize(3).hasOnlyElementsOfType(IllegalStateException.class);
        start(() -> line.publish(step -> step.number = 4)).join();
        line.close();

        assertThat(seen).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aClearingHookThatPublishesFailsTheLine() throws Exception {
        List<Pipeline<Step>> self = new ArrayList<>();
        List<Throwable> told = new ArrayList<>();
        Pipeline<Step> line =
                Pipeline.of(Step::new)
                        .capacity(2)
                        .clearing(_ -> {
                            try {
                                self.getFirst().publish(_ -> {});
                            } catch (IllegalStateException e) {
                                told.add(e);
                                throw e;
                            }
                        })
                        .stage("see", _ -> {})
                        .start();
        self.add(line);

        assertThatThrownBy(
                        () -> {
                            while (true) {
                                line.publish(_ -> {});
                            }
                        })
                .isInstanceOf(PipelineClosedException.class);
        assertThatThrownBy(line::close).isInstanceOf(PipelineClosedException.class);
        assertThat(told).isNotEmpty();
        assertThat(line.failure()).isSameAs(told.getFirst());
    }

    @Test
    void aStageThatPublishesIntoItsOwnLineIsToldWhereItWouldWaitForItsTurn() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        List<Object> told = new ArrayList<>();
        CountDownLatch tried = new CountDownLatch(1);
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .publishers(1)
                        .stage(
                                "again",
                                trade -> {
                                    if (trade.number == 1) {
                                        barrier.pass();
                                        told.add(self.getFirst().tryPublish(_ -> {}));
                                        try {
                                            self.getFirst().publish(_ -> {});
                                        } catch (IllegalStateException e) {
                                            told.add(e.getMessage());
                                        }
                                        tried.countDown();
                                    } else if (trade.number == 2) {
                                        self.getFirst().publish(again -> again.number = 3);
                                        tried.countDown();
                                    }
                                })
                        .start();
        self.add(line);
        Trade.Barrier inFiller = new Trade.Barrier();
        line.publish(trade -> trade.number = 1);
        barrier.awaitArrival();
        Thread holder = start(() -> line.publish(_ -> pass(inFiller)));
        inFiller.awaitArrival();
        barrier.letGo(1);
        tried.await();
        inFiller.letGo(1);
        holder.join();
        line.publish(trade -> trade.number = 2);
        Until.isTrue(() -> line.counters().delivered() >= 4);
        line.close();

        assertThat(told).hasSize(2).startsWith(false);
        assertThat(told.getLast()).asString().contains("own line");
        assertThat(line.counters().delivered()).isEqualTo(4);
    }

    // ---- lines

    private PipelineGraph<Step> line(int capacity) {
        return Pipeline.of(Step::new)
                .capacity(capacity)
                .stage(
                        "see",
                        step -> {
                            if (step.number != NONE) {
                                seen.add(step.number);
                            }
                        });
    }

    private Thread start(Runnable work) {
        return start(Thread.ofPlatform().daemon().factory(), work);
    }

    private Thread start(ThreadFactory factory, Runnable work) {
        Thread thread =
                factory.newThread(() -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                });
        thread.start();
        return thread;
    }

    private void pass() {
        pass(barrier);
    }

    private static void pass(Trade.Barrier barrier) {
        try {
            barrier.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
