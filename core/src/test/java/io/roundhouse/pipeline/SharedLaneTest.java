package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishers for which there is no lane of their own, and that take turns in one. */
@Timeout(60)
class SharedLaneTest {
    private final Trade.Barrier inHandler = new Trade.Barrier();
    private final Trade.Barrier inFiller = new Trade.Barrier();
    private final ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    @Test
    void whoWaitsForTheTurnIsReleasedWhenTheLineIsClosedAlthoughItsHolderHangs() throws Exception {
        Asked asked = new Asked();
        Pipeline<Trade> line = line(asked);
        Thread holder = start(() -> line.publish(_ -> pass(inFiller)));
        inFiller.awaitArrival();
        Thread waiting = start(() -> line.publish(_ -> {}));
        asked.turn.await();

        line.close();
        waiting.join();

        assertThat(thrown).singleElement().isInstanceOf(PipelineClosedException.class);
        inFiller.letGo(1);
        holder.join();
        assertThat(thrown).hasSize(2).hasOnlyElementsOfType(PipelineClosedException.class);
        assertThat(line.counters()).isEqualTo(new LineCounters(1, 1, 0, 0, 0));
    }

    @Test
    void aTimeIsForTheTurnAndTheRoomTogether() throws Exception {
        Duration time = Duration.ofSeconds(30);
        Asked asked = new Asked();
        Pipeline<Trade> line = line(asked, _ -> inHandler.pass());
        Thread holder =
                start(() -> {
                    line.publish(_ -> {});
                    line.publish(_ -> pass(inFiller)); // the last that there is room for
                });
        inFiller.awaitArrival();
        Thread timed = start(() -> line.tryPublish(_ -> {}, time));
        asked.turn.await();
        inFiller.letGo(1);
        holder.join();
        asked.room.await();

        inHandler.letGo(4);
        timed.join();
        line.close();

        assertThat(thrown).isEmpty();
        assertThat(asked.nanosForRoom).hasPositiveValue();
        assertThat(asked.nanosForRoom.get()).isLessThan(time.toNanos());
    }

    @Test
    void whoTriesIsToldThatAnotherOneHasTheTurn() throws Exception {
        Pipeline<Trade> line = line(new Asked());
        Thread holder = start(() -> line.publish(_ -> pass(inFiller)));
        inFiller.awaitArrival();
        List<Boolean> told = new ArrayList<>();
        List<Integer> published = new ArrayList<>();

        start(() -> told.add(line.tryPublish(_ -> {}))).join();
        start(() -> told.add(line.tryPublish(_ -> {}, Duration.ofNanos(1)))).join();
        start(() -> published.add(line.tryPublishBatch((_, _) -> 1))).join();
        start(() -> published.add(line.tryPublishBatch((_, _) -> 1, Duration.ofNanos(1)))).join();

        assertThat(told).containsExactly(false, false);
        assertThat(published).containsExactly(0, 0);
        inFiller.letGo(1);
        holder.join();
        start(() -> told.add(line.tryPublish(_ -> {}))).join();
        assertThat(told).endsWith(true);
        start(() -> published.add(line.tryPublishBatch((_, _) -> 1, Duration.ofSeconds(30))))
                .join();
        assertThat(published).endsWith(1);
        line.close();
        assertThat(line.counters().delivered()).isEqualTo(4);
    }

    @Test
    void aFillerThatPublishesWhereLanesAreSharedIsTold() throws Exception {
        Pipeline<Trade> line = line(new Asked());

        start(() -> line.publish(_ -> line.publish(_ -> {}))).join();

        assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
        thrown.clear();
        start(() -> line.publish(_ -> {})).join(); // the turn was given back as often as taken
        line.close();
        assertThat(thrown).isEmpty();
    }

    @Test
    void aFillerThatPublishesIsToldAlthoughALaneHasBecomeFree() throws Exception {
        CountDownLatch merged = new CountDownLatch(1);
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .publishers(1)
                        .stage(
                                "one",
                                trade -> {
                                    if (trade.number == 1) {
                                        inHandler.pass();
                                    } else {
                                        merged.countDown();
                                    }
                                })
                        .start();
        Thread owner = start(() -> line.publish(trade -> trade.number = 1));
        owner.join();
        Thread next =
                start(() -> {
                    line.publish(trade -> trade.number = 1);
                    pass(inFiller);
                });
        inFiller.awaitArrival(); // has the lane again

        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        Thread sharing =
                start(() -> {
                    line.publish(trade -> trade.number = 2);
                    sent.countDown();
                    await(free);
                    line.publish(_ -> {
                        inHandler.letGo(2);
                        await(merged); // what it has sent has a place in the order by now
                        line.publish(_ -> {});
                    });
                });
        await(sent);
        inFiller.letGo(1);
        next.join();
        free.countDown();
        sharing.join();
        line.close();

        assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStageThatSharesALaneOfItsOwnLineDoesNotWaitForWhoWaitsForIt() throws Exception {
        List<Pipeline<Trade>> self = new ArrayList<>();
        List<Object> told = new ArrayList<>();
        CountDownLatch tried = new CountDownLatch(1);
        Handler<Trade> publishing =
                trade -> {
                    if (trade.number == 1) {
                        inHandler.pass();
                        told.add(self.getFirst().tryPublish(_ -> {}));
                        try {
                            self.getFirst().publish(_ -> {});
                        } catch (IllegalStateException e) {
                            told.add(e.getMessage());
                        }
                        tried.countDown();
                    }
                };
        Pipeline<Trade> line = line(new Asked(), publishing);
        self.add(line);
        Thread holder =
                start(() -> {
                    line.publish(trade -> trade.number = 1);
                    line.publish(_ -> pass(inFiller));
                });
        inFiller.awaitArrival();
        inHandler.letGo(1);
        tried.await();
        inFiller.letGo(1);
        holder.join();
        line.close();

        assertThat(told).hasSize(2).startsWith(false);
        assertThat(told.getLast()).asString().contains("own line");
    }

    @Test
    void aThreadWhoseLaneCouldNotBeMadeGetsItNextTime() throws Exception {
        boolean[] fails = {false};
        Queue<Trade> spare = new ArrayDeque<>();
        Pipeline<Trade> line =
                Pipeline.of(
                                () -> {
                                    if (!fails[0]) { // what it made in vain is as good as new
                                        return spare.isEmpty() ? new Trade() : spare.remove();
                                    } else if (spare.isEmpty()) {
                                        spare.add(new Trade());
                                        return spare.element();
                                    }
                                    throw new IllegalArgumentException("no more");
                                })
                        .capacity(2)
                        .publishers(2)
                        .stage("one", _ -> {})
                        .start();
        line.publish(_ -> {}); // has a lane

        fails[0] = true;
        Thread second =
                start(() -> {
                    assertThatThrownBy(() -> line.publish(_ -> {}))
                            .hasMessageContaining("factory threw");
                    fails[0] = false;
                    line.publish(_ -> pass(inFiller));
                });
        inFiller.awaitArrival();
        boolean[] published = {false};
        start(() -> published[0] = line.tryPublish(_ -> {})).join(); // shares with nobody yet

        assertThat(published[0]).isTrue();
        inFiller.letGo(1);
        second.join();
        line.close();
        assertThat(thrown).isEmpty();
        assertThat(line.counters().delivered()).isEqualTo(3);
    }

    // ---- lines

    /** A line whose only lane of its own is that of the calling thread. */
    private static Pipeline<Trade> line(WaitStrategy waiting) {
        return line(waiting, _ -> {});
    }

    private static Pipeline<Trade> line(WaitStrategy waiting, Handler<Trade> handler) {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(2)
                        .publishers(1)
                        .waiting(waiting)
                        .stage("one", handler)
                        .start();
        line.publish(_ -> {});
        return line;
    }

    private Thread start(Runnable work) {
        return Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void pass(Trade.Barrier barrier) {
        try {
            barrier.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Parks, and tells what publishers wait for. */
    private static final class Asked implements WaitStrategy {
        final CountDownLatch turn = new CountDownLatch(1);
        final CountDownLatch room = new CountDownLatch(1);
        final AtomicLong nanosForRoom = new AtomicLong();

        @Override
        public Waiter newWaiter() {
            Waiter parking = WaitStrategy.parking().newWaiter();
            return new Waiter() {
                @Override
                public boolean await(Wait wait, long nanos) {
                    String what = wait.toString();
                    if (what.contains("its turn")) {
                        turn.countDown();
                    } else if (what.contains("waits for room") && nanos > 0) {
                        nanosForRoom.set(nanos);
                        room.countDown();
                    }
                    return parking.await(wait, nanos);
                }

                @Override
                public boolean pause(Wait wait) {
                    return parking.pause(wait);
                }

                @Override
                public void wake() {
                    parking.wake();
                }

                @Override
                public long waits() {
                    return parking.waits();
                }

                @Override
                public long parks() {
                    return parking.parks();
                }
            };
        }
    }
}
