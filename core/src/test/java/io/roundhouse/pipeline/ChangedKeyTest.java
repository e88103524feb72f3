package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The key of an event changes while a partitioned stage has it, and assertions are enabled. */
class ChangedKeyTest {
    private static final int EVENTS = 64;

    @Test
    void aHandlerThatMakesAnEventAnotherWorkersFailsTheLine() throws Exception {
        Line<Trade> line = line(trade -> trade.number++);

        run(line);

        assertThat(line.failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("stage work, worker ")
                .hasMessageContaining("the key of an event has changed while the stage has it");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aKeyThatChangesWithoutChangingTheWorkerHasChanged(int workers) throws Exception {
        List<Stage<Trade>> itself = new ArrayList<>();
        Line<Trade> line =
                line(workers, trade -> trade.number = another(itself.getFirst(), trade.number));
        itself.add(line.stages.getFirst());

        run(line);

        assertThat(line.failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has changed");
    }

    /** Another key of the same worker. */
    private static long another(Stage<Trade> stage, long key) {
        Trade trade = new Trade();
        trade.number = key;
        int worker = stage.partition(trade);
        do {
            trade.number++;
        } while (stage.partition(trade) != worker);
        return trade.number;
    }

    @Test
    void aKeyThatCannotBeAskedForAnyMoreHasChanged() throws Exception {
        Line<Trade> line = line(trade -> trade.number = -1);

        run(line);

        assertThat(line.failure())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has changed")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatElseAHandlerChangesIsItsOwnAffair() throws Exception {
        Line<Trade> line = line(trade -> trade.seen++);

        run(line);

        assertThat(line.failure()).isNull();
        assertThat(line.stageCounters().getFirst().handled()).isEqualTo(EVENTS);
    }

    private static Line<Trade> line(Handler<Trade> handler) {
        return line(2, handler);
    }

    private static Line<Trade> line(int workers, Handler<Trade> handler) {
        return Pipeline.of(Trade::new)
                .capacity(EVENTS)
                .stage(
                        "work",
                        handler,
                        with -> with.workers(workers).partitionedBy(ChangedKeyTest::key).retry(1))
                .describe();
    }

    private static int key(Trade trade) {
        if (trade.number < 0) {
            throw new IllegalStateException("no key");
        }
        return (int) trade.number;
    }

    /** Has each worker do all there is, one behind the other. */
    private static void run(Line<Trade> line) throws Exception {
        for (int i = 0; i < EVENTS; i++) {
            long number = i;
            line.publishers.first().own().publish(trade -> trade.number = number, 0);
        }
        for (Worker<Trade> worker : line.stages.getFirst().workers()) {
            while (worker.runBatch()) {
                Thread.onSpinWait();
            }
        }
    }
}
