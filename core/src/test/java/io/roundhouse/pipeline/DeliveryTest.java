package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.waiting.WaitInterruptedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting until what was published has gone through all stages. */
@Timeout(60)
@ParameterizedClass(name = "goes round: {0}")
@ValueSource(booleans = {false, true})
final class DeliveryTest {
    private static final Duration NO_TIME = Duration.ZERO;

    @Parameter boolean goesRound;

    private final CountDownLatch gate = new CountDownLatch(1);

    private PipelineBuilder<Trade> line() {
        return Lines.crowded(goesRound).named("orders");
    }

    private Pipeline<Trade> heldUpAt(long number) {
        return line().stage("first", _ -> {})
                .then(
                        "second",
                        trade -> {
                            if (trade.number == number) {
                                gate.await();
                            }
                        },
                        with -> with.batch(1))
                .start();
    }

    private static void publish(Pipeline<Trade> line, long number) {
        line.publish(trade -> trade.number = number);
    }

    /** Some of them share a lane, and there are fewer entries of runs than there are changes. */
    @Test
    void whatAThreadHasPublishedHasGoneThroughAllStagesThen() throws Exception {
        int threads = 4;
        int rounds = 300;
        AtomicLongArray seen = new AtomicLongArray(threads);
        try (Pipeline<Trade> line =
                line().capacity(4)
                        .publishers(2)
                        .stage("shared", _ -> {}, with -> with.workers(2))
                        .then("even", Handler.keeping(trade -> (trade.number & 1) == 0))
                        .then(
                                "last",
                                trade -> seen.incrementAndGet((int) trade.number / 2),
                                with -> with.workers(2).partitionedBy(trade -> (int) trade.number))
                        .start()) {
            List<FutureTask<Void>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int me = i;
                FutureTask<Void> task =
                        new FutureTask<>(() -> {
                            for (int round = 1; round <= rounds; round++) {
                                publish(line, 2L * me);
                                publish(line, 2L * me + 1);
                                line.awaitDelivery();
                                assertThat(seen.get(me)).isEqualTo(round);
                            }
                            return null;
                        });
                all.add(task);
                Thread.ofPlatform().start(task);
            }
            for (FutureTask<Void> each : all) {
                each.get();
            }
        }
    }

    @Test
    void itTakesNoLongerThanItMay() {
        try (Pipeline<Trade> line = heldUpAt(2)) {
            line.awaitDelivery(); // of nothing
            publish(line, 1);
            line.awaitDelivery();
            publish(line, 2);
            assertThat(line.awaitDelivery(NO_TIME)).isFalse();
            assertThat(line.awaitDelivery(Duration.ofMillis(3))).isFalse();
            gate.countDown();
            assertThat(line.awaitDelivery(Duration.ofSeconds(50))).isTrue();
        }
    }

    @Test
    void whatIsPublishedMeanwhileIsNotWaitedFor() {
        try (Pipeline<Trade> line = heldUpAt(2)) {
            publish(line, 1);
            Delivery<Trade> ofOne = new Delivery<>(((FirstLane<Trade>) line).line);
            publish(line, 2);
            Until.isTrue(() -> ofOne.isMade());
            assertThat(line.awaitDelivery(NO_TIME)).isFalse();
            gate.countDown();
        }
    }

    @Test
    void ofALineThatIsClosedItIsTheEnd() throws Exception {
        Pipeline<Trade> line = heldUpAt(2);
        publish(line, 2);
        FutureTask<Boolean> closes = new FutureTask<>(() -> line.close(Duration.ofSeconds(50)));
        Thread.ofPlatform().start(closes);
        Until.isTrue(() -> !line.isOpen());
        assertThat(line.awaitDelivery(NO_TIME)).isFalse();
        gate.countDown();
        line.awaitDelivery();
        assertThat(closes.get()).isTrue();
        line.awaitDelivery();
    }

    @Test
    void whereTheLineFailsTheCauseIsThrown() {
        Pipeline<Trade> line =
                line().stage(
                                "parse",
                                _ -> {
                                    throw new IOException("bad");
                                })
                        .start();
        publish(line, 1);
        assertThatThrownBy(line::awaitDelivery)
                .isInstanceOf(PipelineClosedException.class)
                .hasMessage(
                        "not all that was published had been delivered: line orders has failed at stage parse")
                .hasRootCauseMessage("bad");
    }

    @Test
    void whereTheLineIsStoppedThatIsTold() throws Exception {
        Pipeline<Trade> line = heldUpAt(1);
        publish(line, 1);
        FutureTask<Void> waits =
                new FutureTask<>(() -> {
                    line.awaitDelivery();
                    return null;
                });
        Thread.ofPlatform().start(waits);
        assertThat(line.closeNow()).hasSize(1);
        assertThatThrownBy(waits::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("line orders is closed");
    }

    /** It would hold the lock under which it clears. */
    @Test
    void norCanAClearingHook() {
        AtomicReference<Pipeline<Trade>> itself = new AtomicReference<>();
        Pipeline<Trade> line =
                line().clearing(_ -> itself.get().awaitDelivery()).stage("first", _ -> {}).start();
        itself.set(line);
        publish(line, 1);
        while (line.isOpen()) {
            line.awaitDelivery(); // clears
        }
        assertThatThrownBy(() -> publish(line, 2))
                .hasMessageContaining("the clearing hook")
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("wait for");
    }

    /** It is called for all that is cleared, whatever it throws at the first. */
    @Test
    void aClearingHookThatThrowsAtEachEventIsToldOnce() {
        CountDownLatch all = new CountDownLatch(1);
        Pipeline<Trade> line =
                line().clearing(
                                trade -> {
                                    throw new IllegalStateException("at " + trade.number);
                                })
                        .stage("first", _ -> all.await())
                        .start();
        for (int i = 0; i < 8; i++) {
            publish(line, i);
        }
        all.countDown();
        try {
            while (line.isOpen()) {
                line.awaitDelivery(NO_TIME);
            }
        } catch (PipelineClosedException e) {
            // it has failed between the two
        }
        assertThatThrownBy(() -> publish(line, 9))
                .cause()
                .hasMessage("at 0")
                .hasNoSuppressedExceptions();
    }

    @Test
    void aStageCannotWaitForItself() {
        AtomicReference<Pipeline<Trade>> itself = new AtomicReference<>();
        Pipeline<Trade> line = line().stage("waits", _ -> itself.get().awaitDelivery()).start();
        itself.set(line);
        publish(line, 1);
        assertThatThrownBy(line::awaitDelivery)
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a stage cannot wait until all is delivered");
    }

    @Test
    void whoIsInterruptedIsToldForWhatItWaited() {
        Pipeline<Trade> line = heldUpAt(1);
        publish(line, 1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(line::awaitDelivery)
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessageContaining("waits until line orders has delivered what was published");
        assertThat(Thread.interrupted()).isTrue();
        gate.countDown();
        line.close();
    }

    @Test
    void threadsAndMessagesHaveTheNameOfTheLine() {
        List<String> names = new ArrayList<>();
        Pipeline<Trade> line =
                line().stage("a", _ -> names.add(Thread.currentThread().getName())).start();
        publish(line, 1);
        line.awaitDelivery();
        assertThat(names).containsExactly("orders: stage a");
        assertThat(line).hasToString("orders [a] " + line.counters());
        line.close();
        assertThat(line.explain()).contains("line orders has ended");
        assertThatThrownBy(() -> publish(line, 2))
                .hasMessage("nothing more can be published: line orders is closed");
        assertThatThrownBy(() -> Pipeline.of(Trade::new).named(" "))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
