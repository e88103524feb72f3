package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds up the end of a line, and does not for ever. */
@Timeout(60)
@ParameterizedClass(name = "goes round: {0}")
@ValueSource(booleans = {false, true})
class HeldUpTest {
    @Parameter boolean goesRound;

    private PipelineBuilder<Trade> line() {
        return Lines.crowded(goesRound);
    }

    private final Trade.Barrier barrier = new Trade.Barrier();

    /** What a thread of its own does, which nobody waits for in vain. */
    private static <V> FutureTask<V> inThread(Callable<V> what) {
        FutureTask<V> task = new FutureTask<>(what);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static <V> V resultOf(FutureTask<V> task) throws Exception {
        return task.get(30, TimeUnit.SECONDS);
    }

    // ---- a failure, and another stage that is blocked

    @Test
    void aLineThatHasFailedIsClosedThoughAnotherStageIsBlocked() throws Exception {
        BlockingQueue<Long> out = new ArrayBlockingQueue<>(1);
        Pipeline<Trade> line =
                line().capacity(8)
                        .stage("out", Handler.into(out, trade -> trade.number))
                        .beside(
                                "check",
                                trade -> {
                                    // else the other one may not begin
                                    Until.isTrue(() -> !out.isEmpty());
                                    failAt(2, trade);
                                })
                        .start();
        PipelineTest.publish(line, 0, 3);
        Until.isTrue(() -> !line.isOpen());

        FutureTask<Throwable> closed = inThread(() -> thrownBy(line::close));

        assertThat(resultOf(closed))
                .isInstanceOf(PipelineClosedException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(line.closeNow()).hasSize((int) line.counters().undelivered());
    }

    @Test
    void aLineThatFailsWhileItIsClosedEndsThoughAnotherStageIsBlocked() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        Pipeline<Trade> line =
                line().capacity(8)
                        .stage("out", _ -> barrier.pass())
                        .beside(
                                "check",
                                trade -> {
                                    closing.await();
                                    failAt(0, trade);
                                })
                        .start();
        PipelineTest.publish(line, 0, 1);
        barrier.awaitArrival();
        FutureTask<Throwable> closed = new FutureTask<>(() -> thrownBy(line::close));
        Thread closer = Thread.ofPlatform().daemon().start(closed);
        Until.isTrue(() -> closer.getState() == Thread.State.WAITING);

        closing.countDown();

        assertThat(resultOf(closed)).hasCauseInstanceOf(IOException.class);
        assertThat(line.closeNow()).hasSize(1);
    }

    private static void failAt(long number, Trade trade) throws IOException {
        if (trade.number == number) {
            throw new IOException("bad " + number);
        }
    }

    private static Throwable thrownBy(Runnable what) {
        try {
            what.run();
        } catch (Throwable thrown) {
            return thrown;
        }
        throw new AssertionError("nothing was thrown");
    }

    // ---- a clearing hook that blocks

    @Test
    void aHookThatBlocksHoldsUpNoClosingThatHasALimit() throws Exception {
        Pipeline<Trade> line =
                line().capacity(8).clearing(_ -> passBarrier()).stage("a", _ -> {}).start();
        PipelineTest.publish(line, 0, 1);
        barrier.awaitArrival();

        FutureTask<Boolean> closed = inThread(() -> line.close(Duration.ofMillis(20)));

        assertThat(resultOf(closed)).isFalse(); // the hook was interrupted
        assertThat(line.closeNow()).isEmpty();
        assertThat(line.counters()).isEqualTo(new LineCounters(1, 1, 0, 0, 0));
    }

    private void passBarrier() {
        try {
            barrier.pass();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHookThatIsDeafHoldsUpNoClosingThatHasALimit() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Pipeline<Trade> line =
                line().capacity(8).clearing(_ -> passBarrierDeaf(goOn)).stage("a", _ -> {}).start();
        PipelineTest.publish(line, 0, 1);
        barrier.awaitArrival();

        FutureTask<Boolean> closed = inThread(() -> line.close(Duration.ofMillis(20)));

        assertThat(resultOf(closed)).isFalse();
        goOn.countDown();
        assertThat(line.closeNow()).isEmpty();
        assertThat(line.counters()).isEqualTo(new LineCounters(1, 1, 0, 0, 0));
    }

    private void passBarrierDeaf(CountDownLatch goOn) {
        while (goOn.getCount() > 0) {
            try {
                barrier.pass();
            } catch (InterruptedException e) {
                continue; // deaf
            }
        }
    }

    // ---- what is told at the end

    @Test
    void whatFailsALineThatHasDeliveredEverythingIsNoFailureOfIt() {
        Pipeline<Trade> line = line().stage("a", _ -> {}).start();
        PipelineTest.publish(line, 0, 3);
        line.close();

        line.fail(new IOException("too late"));

        line.close();
        assertThat(line.failure()).isNull();
        assertThat(line.explain())
                .startsWith(
                        "closed: the line has ended, 0 events are undelivered; a has handled 3");
    }

    @Test
    void aLineThatHasFailedExplainsWhereAndWithWhat() {
        Pipeline<Trade> line =
                line().stage("a", _ -> {}).then("check", trade -> failAt(1, trade)).start();
        PipelineTest.publish(line, 0, 3);

        assertThatThrownBy(line::close).hasMessageContaining("has failed at stage check");

        assertThat(line.explain())
                .startsWith(
                        "failed at stage check with java.io.IOException: bad 1: the line has ended,"
                                + " 2 events are undelivered; a has handled");
    }

    @Test
    void aHookThatThrowsIsNamed() {
        Pipeline<Trade> line =
                line().clearing(
                                _ -> {
                                    throw new IllegalStateException("bad hook");
                                })
                        .stage("a", _ -> {})
                        .start();
        PipelineTest.publish(line, 0, 1);
        Until.isTrue(() -> !line.isOpen());

        assertThatThrownBy(line::close).hasMessageContaining("has failed at the clearing hook");
    }

    @Test
    void nullIsRefusedByNameBeforeAnythingIsWaitedFor() throws Exception {
        Pipeline<Trade> line = line().capacity(1).stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, 1); // no room any more
        barrier.awaitArrival();

        for (Runnable each :
                List.<Runnable>of(
                        () -> line.publish(nothing()),
                        () -> line.tryPublish(nothing()),
                        () -> line.publishBatch(nothing()),
                        () -> line.tryPublishBatch(nothing()))) {
            FutureTask<Throwable> refused = inThread(() -> thrownBy(each));
            assertThat(resultOf(refused))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("filler");
        }
        barrier.letGo(1);
        line.close();
    }

    @SuppressWarnings("NullAway") // what users may do by mistake
    private static <V> V nothing() {
        return null;
    }
}
