package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.BrokenWakeUps;
import io.roundhouse.waiting.ForGood;
import io.roundhouse.waiting.WaitInterruptedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiters of a user's that throw when they are woken: a line ends all the same. */
@Timeout(60)
class BrokenWaiterTest {
    private final ForGood sleepers = new ForGood();
    private final BrokenWakeUps waiters = new BrokenWakeUps(sleepers);
    private final Trade.Barrier barrier = new Trade.Barrier();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger stopped = new AtomicInteger();

    /** Two stages beside each other, of which only the first one's waiter is broken. */
    private Pipeline<Trade> line(Handler<Trade> first) {
        return Pipeline.of(Trade::new)
                .waiting(sleepers)
                .threads(this::make)
                .stage("first", first, with -> with.waiting(waiters))
                .beside("second", _ -> {})
                .start();
    }

    private Thread make(Runnable worker) {
        threads.add(Thread.ofPlatform().daemon().unstarted(worker));
        return threads.getLast();
    }

    private void assertAllHaveEnded() {
        assertThat(threads).hasSize(2).allMatch(each -> each.getState() == Thread.State.TERMINATED);
    }

    @Test
    void allIsDeliveredThoughAWakeUpThrowsAtTheEnd() throws Exception {
        Pipeline<Trade> line = line(_ -> {});
        line.publish(_ -> {});
        line.awaitDelivery();
        sleepers.awaitAsleep(2);
        waiters.breakDown();

        assertThatIllegalStateException().isThrownBy(line::close).withMessage("wake");

        assertAllHaveEnded();
        assertThat(line.counters().delivered()).isOne();
        assertThat(line.failure()).isNull();
    }

    @Test
    void whatIsLeftIsHandedBackThoughAWakeUpThrows() throws Exception {
        Pipeline<Trade> line = line(_ -> barrier.pass());
        for (int i = 0; i < 3; i++) {
            line.publish(_ -> {});
        }
        barrier.awaitArrival();
        waiters.breakDown();

        assertThat(line.closeNow()).hasSize(3);

        assertAllHaveEnded();
        assertThat(line.failure()).isInstanceOf(IllegalStateException.class).hasMessage("wake");
        assertThatThrownBy(line::close).hasCause(line.failure());
    }

    @Test
    void nothingIsClearedTwiceThoughAWakeUpThrows() throws Exception {
        List<Long> cleared = new ArrayList<>(); // by one thread at a time
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .waiting(waiters)
                        .clearing(trade -> {
                            cleared.add(trade.number);
                            if (trade.number == 2) {
                                waiters.breakDown();
                                throw new IllegalArgumentException("the hook");
                            }
                        })
                        .stage("one", _ -> barrier.pass())
                        .start();
        PipelineTest.publish(line, 0, 8);
        barrier.awaitArrival();
        barrier.letGo(8);
        Until.isTrue(() -> line.failure() != null);

        assertThatThrownBy(line::close).hasRootCauseMessage("the hook");

        assertThat(cleared).doesNotHaveDuplicates().hasSize((int) line.counters().delivered());
    }

    /** What comes later has kept nothing from being delivered. */
    @Test
    void aLineThatHasEndedWellHasNotFailedThoughAWakeUpThrowsAsItIsStopped() {
        Pipeline<Trade> line = line(_ -> {});
        line.publish(_ -> {});
        line.close();
        waiters.breakDown();

        assertThat(line.closeNow()).isEmpty();

        assertThat(line.failure()).isNull();
        assertThat(line.explain()).startsWith("closed");
        line.close();
    }

    @Test
    void whatALineHasFailedWithIsToldBeforeWhatAWakeUpThrows() throws Exception {
        Pipeline<Trade> line = line(_ -> {});
        IOException cause = new IOException("disk");
        line.fail(cause);
        waiters.breakDown();

        assertThatThrownBy(line::close)
                .isInstanceOf(PipelineClosedException.class)
                .hasCause(cause)
                .satisfies(told ->
                        assertThat(told.getSuppressed())
                                .singleElement()
                                .isInstanceOf(IllegalStateException.class));

        assertThat(line.closeNow(Duration.ofSeconds(30))).isPresent();
        assertAllHaveEnded();
        assertThat(line.failure()).isSameAs(cause);
    }

    @Test
    void feedsEndThoughAWakeUpThrowsWhenTheLineIsClosed() {
        Pipeline<Trade> line = line(_ -> {});
        Feed<Long> feed = line.feedFrom(new LinkedBlockingQueue<>(), (_, _) -> {});
        waiters.breakDown();

        assertThatIllegalStateException().isThrownBy(line::close).withMessage("wake");

        assertThat(feed.hasEnded()).isTrue();
    }

    @Test
    void feedsEndThoughAWakeUpThrowsWhenTheLineIsStopped() {
        Pipeline<Trade> line = line(_ -> {});
        Feed<Long> feed = line.feedFrom(new LinkedBlockingQueue<>(), (_, _) -> {});
        waiters.breakDown();

        assertThat(line.closeNow()).isEmpty();

        assertThat(feed.hasEnded()).isTrue();
    }

    // ---- lines that go round

    /** Two stages, one behind the other, of a line that believes that there is one processor. */
    private Pipeline<Trade> roundLine(Handler<Trade> second) {
        PipelineBuilder<Trade> builder =
                Pipeline.of(Trade::new).goingRound().waiting(waiters).threads(this::make);
        builder.processors = 1;
        return builder.stage("first", new Told()).then("second", second).start();
    }

    /** Counts its ends. */
    private class Told implements Handler<Trade> {
        @Override
        public void handle(Trade trade) {}

        @Override
        public void stopped() {
            stopped.incrementAndGet();
        }
    }

    @Test
    void allIsDeliveredThoughAWakeUpOfWhoGoesRoundThrowsAtTheEnd() throws Exception {
        Pipeline<Trade> line = roundLine(new Told());
        line.publish(_ -> {});
        line.awaitDelivery();
        sleepers.awaitAsleep(2);
        waiters.breakDown();

        assertThatIllegalStateException().isThrownBy(line::close).withMessage("wake");

        assertAllHaveEnded();
        assertThat(line.counters().delivered()).isOne();
        assertThat(line.failure()).isNull();
        assertThat(stopped).hasValue(2);
    }

    @Test
    void aStageThatBeginsAtTheEndDeliversAllThoughAWakeUpThrows() throws Exception {
        AtomicReference<Line<?>> known = new AtomicReference<>();
        Pipeline<Trade> line =
                roundLine(
                        new Told() {
                            @Override
                            public void started() {
                                Until.isTrue(() -> isSettled(known.get()));
                            }
                        });
        known.set(((FirstLane<Trade>) line).line);
        line.publish(_ -> {});
        Until.isTrue(() -> line.stages().getFirst().handled() == 1);
        sleepers.awaitAsleep(1);
        waiters.breakDown();

        assertThatIllegalStateException().isThrownBy(line::close).withMessage("wake");

        assertAllHaveEnded();
        assertThat(line.counters().delivered()).isOne();
        assertThat(line.failure()).isNull();
        assertThat(stopped).hasValue(2);
    }

    private static boolean isSettled(@Nullable Line<?> line) {
        return line != null && line.isSettled();
    }

    @Test
    void allHandlersAreToldOfTheirEndThoughAWakeUpThrowsWhereOneWhoGoesRoundFails()
            throws Exception {
        Pipeline<Trade> line = roundLine(new Told());
        sleepers.awaitAsleep(2);
        waiters.breakDown();
        threads.getFirst().setUncaughtExceptionHandler((_, _) -> {});

        threads.getFirst().interrupt();

        assertThatThrownBy(line::close).hasCauseInstanceOf(WaitInterruptedException.class);
        assertAllHaveEnded();
        assertThat(stopped).hasValue(2);
    }

    // ---- at the beginning

    @Test
    void noThreadIsLeftRunningThoughAWakeUpThrowsWhereOneCannotBeStarted() {
        ThreadFactory second =
                worker -> threads.isEmpty() ? make(worker) : new ThreadThatCannotStart(worker);
        waiters.breakDown();

        assertThatThrownBy(() ->
                        Pipeline.of(Trade::new)
                                .waiting(waiters)
                                .threads(second)
                                .stage("a", _ -> {})
                                .then("b", _ -> {})
                                .start())
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("planned");

        assertThat(threads).singleElement().matches(each -> !each.isAlive());
    }

    private static final class ThreadThatCannotStart extends Thread {
        ThreadThatCannotStart(Runnable worker) {
            super(worker);
        }

        @Override
        public void start() {
            throw new OutOfMemoryError("planned");
        }
    }
}
