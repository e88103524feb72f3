package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is taken of a lane: whole trains first, and then the rest. With 16 slots a train is 4. */
@Timeout(60)
class TrainsTest {
    private final List<Long> seen = new ArrayList<>();
    private final Line<Trade> line =
            Pipeline.of(Trade::new)
                    .capacity(16)
                    .stage("see", trade -> seen.add(trade.number))
                    .describe();
    private final Worker<Trade> worker = line.stages.getFirst().workers()[0];
    private long next;

    private void publish(int events) {
        for (int i = 0; i < events; i++) {
            long number = next++;
            line.publishers.first().own().publish(trade -> trade.number = number, 0);
        }
    }

    @Test
    void wholeTrainsAreTakenFirstAndThenTheRest() {
        publish(11);

        assertThat(line.source.merge()).isEqualTo(8);
        assertThat(line.source.lanes().haveTrain()).isFalse();
        assertThat(line.source.merge()).isEqualTo(11);
        assertThat(line.source.merge()).isEqualTo(11);
    }

    @Test
    void whereTwoLanesHaveNewsAllIsTakenAtOnce() throws Exception {
        publish(1);
        Thread other = Thread.ofPlatform().start(() -> publish(5)); // in a lane of its own
        other.join();

        assertThat(line.source.lanes().all()).hasSize(2);
        assertThat(line.source.merge()).isEqualTo(6);
    }

    @Test
    void wholeTrainsOfTheOnlyLaneWithNewsAreTakenFirst() throws Exception {
        publish(1);
        Thread other =
                Thread.ofPlatform()
                        .start(() -> {
                            line.source.merge();
                            publish(5);
                        });
        other.join();

        assertThat(line.source.lanes().all()).hasSize(2);
        assertThat(line.source.merge()).isEqualTo(5);
        assertThat(line.source.merge()).isEqualTo(6);
    }

    @Test
    void whatIsLeftIsVisitedInItsOrderAndOnceMoreWhereAVisitorHasThrown() throws Exception {
        for (int i = 0; i < 5; i++) {
            publish(1);
            Thread.ofPlatform().start(() -> publish(1)).join(); // in a lane of its own
        }
        List<Long> visited = new ArrayList<>();

        assertThatThrownBy(() ->
                        line.source.forEachFrom(
                                0,
                                (_, _, sequence) -> {
                                    if (sequence == 6) {
                                        throw new IllegalStateException("enough");
                                    }
                                }))
                .hasMessage("enough");
        line.source.forEachFrom(0, (lane, at, _) -> visited.add(lane.event(at).number));

        assertThat(visited).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void aStageFindsAllThereIsBeforeItWaits() throws Exception {
        publish(7);

        while (worker.look()) {
            worker.work();
        }

        assertThat(seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }

    @Test
    void whatIsLeftOfALineIsAllOfIt() {
        publish(7);
        line.stop();
        line.settle(Long.MAX_VALUE);

        assertThat(line.outcome().left())
                .extracting(trade -> trade.number)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
    }
}
