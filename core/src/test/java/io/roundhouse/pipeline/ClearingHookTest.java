package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * A clearing hook runs while others wait for it: what would wait in turn is refused. It has all
 * events that the stages are done with, also those of a line that is stopped.
 */
@Timeout(60)
class ClearingHookTest {
    record Misuse(String name, Consumer<Pipeline<Trade>> what) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Misuse> MISUSES =
            Stream.of(
                            new Misuse("publish", line -> line.publish(_ -> {})),
                            new Misuse("tryPublish", line -> line.tryPublish(_ -> {})),
                            new Misuse("publishBatch", line -> line.publishBatch((_, _) -> 1)),
                            new Misuse(
                                    "tryPublishBatch", line -> line.tryPublishBatch((_, _) -> 1)),
                            new Misuse("close", Pipeline::close),
                            new Misuse("closeNow", Pipeline::closeNow))
                    .toList();

    /** Where the hook runs: in a stage's thread, or in a publisher's that looks for room. */
    @ParameterizedTest
    @FieldSource("MISUSES")
    void aHookThatDoesSoStopsTheLineWithTheReason(Misuse misuse) {
        for (int capacity : new int[] {1, 64}) {
            List<Pipeline<Trade>> self = new ArrayList<>();
            Pipeline<Trade> line =
                    Pipeline.of(Trade::new)
                            .capacity(capacity)
                            .clearing(_ -> misuse.what.accept(self.getFirst()))
                            .stage("one", _ -> {})
                            .start();
            self.add(line);

            assertThatThrownBy(
                            () -> {
                                PipelineTest.publish(line, 0, 200);
                                line.close();
                            })
                    .isInstanceOf(PipelineClosedException.class)
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a clearing hook cannot");
            assertThat(line.closeNow().size()).isEqualTo(line.counters().undelivered());
        }
    }

    // ---- a line that is stopped

    private static final int EVENTS = 32;
    private static final int HELD = 3;

    private final Trade.Barrier barrier = new Trade.Barrier();
    private final AtomicInteger handled = new AtomicInteger();
    private final List<Long> cleared = new ArrayList<>(); // by one thread at a time

    /** One whose event 3 is held, with those of its worker behind it; the others are handled. */
    private Pipeline<Trade> held(Consumer<Trade> hook) throws InterruptedException {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .clearing(hook)
                        .stage(
                                "keyed",
                                this::holdOne,
                                with -> with.workers(4).partitionedBy(trade -> (int) trade.number))
                        .start();
        PipelineTest.publish(line, 0, EVENTS);
        barrier.awaitArrival();
        Until.isTrue(() -> handled.get() == othersThanTheHeld(line));
        return line;
    }

    private void holdOne(Trade trade) throws InterruptedException {
        if (trade.number == HELD) {
            barrier.pass();
        }
        handled.incrementAndGet();
    }

    /** All that is before the event that is held, and of the rest what is another worker's. */
    private static long othersThanTheHeld(Pipeline<Trade> line) {
        Stage<Trade> keyed = ((FirstLane<Trade>) line).line.stages.getFirst();
        Trade trade = new Trade();
        trade.number = HELD;
        int held = keyed.partition(trade);
        long others = 0;
        for (trade.number = 0; trade.number < EVENTS; trade.number++) {
            others += trade.number < HELD || keyed.partition(trade) != held ? 1 : 0;
        }
        return others;
    }

    @Test
    void itHasWhatWasDeliveredBehindAnEventThatIsLeft() throws Exception {
        Pipeline<Trade> line =
                held(trade -> {
                    cleared.add(trade.number);
                    trade.number = HELD; // its key now is that of the event that is left
                });

        List<Long> left = line.closeNow().stream().map(trade -> trade.number).toList();

        assertThat(left).startsWith((long) HELD);
        assertThat(cleared)
                .isEqualTo(
                        LongStream.range(0, EVENTS)
                                .filter(each -> !left.contains(each))
                                .boxed()
                                .toList());
        assertThat(line.counters())
                .isEqualTo(new LineCounters(EVENTS, cleared.size(), 0, 0, left.size()));
    }

    @Test
    void whatItThrowsThenIsSuppressedByWhatStoppedTheLine() throws Exception {
        Pipeline<Trade> line =
                held(trade -> {
                    cleared.add(trade.number);
                    if (trade.number > HELD) {
                        throw new IllegalStateException("the hook, planned");
                    }
                });

        line.fail(new IOException("planned"));

        assertThatThrownBy(line::close)
                .hasRootCauseMessage("planned")
                .cause()
                .satisfies(cause ->
                        assertThat(cause.getSuppressed())
                                .singleElement()
                                .hasToString(
                                        "java.lang.IllegalStateException: the hook," + " planned"));
        assertThat(line.counters().delivered()).isEqualTo(cleared.size());
    }

    @Test
    void itHasWhatWasFilteredBeforeAStageThatHasNotComeSoFar() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .clearing(trade -> cleared.add(trade.number))
                        .stage("first", Handler.keeping(trade -> trade.number == 0))
                        .then("second", _ -> barrier.pass())
                        .start();
        PipelineTest.publish(line, 0, 3);
        barrier.awaitArrival();
        Until.isTrue(() -> line.stages().getFirst().filtered() == 2);

        line.fail(new IOException("planned"));

        assertThatThrownBy(line::close).isInstanceOf(PipelineClosedException.class);
        assertThat(line.closeNow()).extracting(trade -> trade.number).containsExactly(0L);
        assertThat(line.counters()).isEqualTo(new LineCounters(3, 0, 2, 0, 1));
        assertThat(cleared).containsExactly(1L, 2L);
    }

    @Test
    void whoEndsTheLineInterruptsIt() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .clearing(this::waitsForEver)
                        .stage("first", Handler.keeping(trade -> trade.number == 0))
                        .then("second", _ -> barrier.pass())
                        .start();
        PipelineTest.publish(line, 0, 3);
        barrier.awaitArrival();
        Until.isTrue(() -> line.stages().getFirst().filtered() == 2);

        assertThat(line.closeNow()).extracting(trade -> trade.number).containsExactly(0L);
        assertThat(cleared).containsExactly(1L, 2L);
    }

    private void waitsForEver(Trade trade) {
        cleared.add(trade.number);
        try {
            new Semaphore(0).acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
