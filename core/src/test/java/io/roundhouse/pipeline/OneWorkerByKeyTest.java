package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stage that divides its events by key among as many workers as there are processors, of which
 * there is one.
 */
@Timeout(60)
class OneWorkerByKeyTest {
    private static final long EVENTS = 100;
    private static final long SPOILT = 7;

    private final List<Long> seen = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itHasAllEventsInOrder(boolean goesRound) {
        Pipeline<Trade> line = start(goesRound, trade -> seen.add(trade.number), _ -> {});
        publish(line);
        line.close();

        assertThat(seen).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(line.stages().getLast().handled()).isEqualTo(EVENTS);
        assertThat(line.counters().delivered()).isEqualTo(EVENTS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anEventWithoutAKeyGoesToTheSiding(boolean goesRound) {
        Pipeline<Trade> line =
                start(
                        goesRound,
                        trade -> {
                            seen.add(trade.number);
                        },
                        with ->
                                with.partitionedBy(OneWorkerByKeyTest::key)
                                        .retry(1)
                                        .skipTo(
                                                Trade::new,
                                                each -> failed.add(each.event().number)));
        publish(line);
        line.close();

        assertThat(failed).containsExactly(SPOILT);
        assertThat(seen).hasSize((int) EVENTS - 1).doesNotContain(SPOILT);
        assertThat(line.stages().getLast().retries()).isEqualTo(1);
        assertThat(line.counters()).isEqualTo(new LineCounters(EVENTS, EVENTS - 1, 0, 1, 0));
        assertThat(line.explain()).contains(", tried again 1 time, 1 failed, 0 filtered");
    }

    @Test
    void anEventWithoutAKeyFailsTheLineAndIsLeft() {
        Pipeline<Trade> line =
                start(
                        false,
                        trade -> seen.add(trade.number),
                        with -> with.partitionedBy(OneWorkerByKeyTest::key));
        publish(line);

        assertThatThrownBy(line::close).hasRootCauseMessage("no key");
        assertThat(line.closeNow().getFirst().number).isEqualTo(SPOILT);
        assertThat(seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(line.explain()).doesNotContain("tried again");
    }

    @Test
    void aKeyThatCannotBeAskedForAnyMoreHasChanged() {
        Pipeline<Trade> line =
                start(
                        false,
                        trade -> trade.number = SPOILT,
                        with -> with.partitionedBy(OneWorkerByKeyTest::key));
        publish(line);

        assertThatThrownBy(line::close)
                .cause()
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has changed");
    }

    private static int key(Trade trade) {
        if (trade.number == SPOILT) {
            throw new IllegalStateException("no key");
        }
        return (int) trade.number;
    }

    private static Pipeline<Trade> start(
            boolean goesRound, Handler<Trade> handler, Consumer<StageOptions<Trade>> with) {
        return Lines.crowded(goesRound)
                .capacity(16)
                .stage("first", _ -> {})
                .then(
                        "keyed",
                        handler,
                        options -> {
                            options.workers(1).partitionedBy(trade -> (int) trade.number);
                            with.accept(options);
                        })
                .start();
    }

    private static void publish(Pipeline<Trade> line) {
        try {
            for (long i = 0; i < EVENTS; i++) {
                long number = i;
                line.publish(trade -> trade.number = number);
            }
        } catch (PipelineClosedException failed) {
            assertThat(line.isOpen()).isFalse();
        }
    }
}
