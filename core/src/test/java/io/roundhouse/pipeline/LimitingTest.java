package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which stage limits a line, in figures and in words. */
@Timeout(60)
class LimitingTest {
    private static final int CAPACITY = 8;
    private final Trade.Barrier barrier = new Trade.Barrier();

    @AfterEach
    void letGo() {
        barrier.letGo(CAPACITY);
    }

    /** Waits until those before the barrier have handled everything. */
    private void fill(Pipeline<Trade> line, int... before) throws InterruptedException {
        PipelineTest.publish(line, 0, CAPACITY);
        barrier.awaitArrival();
        for (int each : before) {
            Until.isTrue(() -> line.stages().get(each).reached() >= CAPACITY);
        }
    }

    private static List<String> limiting(Pipeline<Trade> line) {
        return line.stages().stream()
                .filter(StageCounters::limits)
                .map(StageCounters::stage)
                .toList();
    }

    private static List<Integer> fill(Pipeline<Trade> line) {
        return line.stages().stream().map(StageCounters::fill).toList();
    }

    @Test
    void theMiddleStageOfThreeLimits() throws Exception {
        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(CAPACITY)
                        .stage("a", _ -> {})
                        .then("b", _ -> barrier.pass())
                        .then("c", _ -> {})
                        .start()) {
            assertThat(limiting(line)).isEmpty();

            fill(line, 0);

            assertThat(limiting(line)).containsExactly("b");
            assertThat(fill(line)).containsExactly(0, 100, 0);
            assertThat(line.stages()).allMatch(each -> each.capacity() == CAPACITY);
            assertThat(line.explain())
                    .startsWith("open: stage b limits the line; a has handled 8, 0 waiting")
                    .contains("b has handled 0, 8 waiting before it (100 % of the capacity)");
            barrier.letGo(CAPACITY);
        }
    }

    @Test
    void oneSideOfADiamondLimits() throws Exception {
        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(CAPACITY)
                        .stage("a", _ -> {})
                        .then("b", _ -> {})
                        .beside("c", _ -> barrier.pass())
                        .then("d", _ -> {})
                        .start()) {
            fill(line, 0, 1);

            assertThat(limiting(line)).containsExactly("c");
            assertThat(fill(line)).containsExactly(0, 0, 100, 0);
            assertThat(line.explain()).startsWith("open: stage c limits the line; a ");
            barrier.letGo(CAPACITY);
        }
    }

    @Test
    void aSectionThatIsLessThanHalfFullLimitsNothing() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(CAPACITY).stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, 3);
        barrier.awaitArrival();

        assertThat(limiting(line)).isEmpty();
        assertThat(fill(line)).containsExactly(37);
        assertThat(line.explain())
                .startsWith(
                        "open: no stage limits the line: no section is half full, most events wait"
                                + " before a; a has");
        barrier.letGo(3);
        line.close();
        assertThat(fill(line)).containsExactly(0);
    }

    @Test
    void theStageBeforeWhichMostWaitIsNamedThoughItsSectionIsNotHalfFull() throws Exception {
        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(CAPACITY)
                        .stage("a", _ -> {})
                        .then("b", _ -> barrier.pass())
                        .start()) {
            assertThat(line.explain()).startsWith("open: the stages wait for publishers");
            PipelineTest.publish(line, 0, 3);
            barrier.awaitArrival();
            Until.isTrue(() -> line.stages().getFirst().reached() >= 3);

            String words = line.explain();
            barrier.letGo(3);
            assertThat(words).contains("most events wait before b");
        }
    }

    @Test
    void everyPublisherThatHasEventsOnTheLineAddsToTheCapacity() throws Exception {
        Pipeline<Trade> line =
                Pipeline.of(Trade::new).capacity(CAPACITY).stage("a", _ -> barrier.pass()).start();
        PipelineTest.publish(line, 0, CAPACITY);
        barrier.awaitArrival();
        PipelineTest.inThreads(1, me -> PipelineTest.publish(line, me, 4));

        assertThat(line.stages().getFirst().capacity()).isEqualTo(2 * CAPACITY);
        assertThat(fill(line)).containsExactly(75);
        barrier.letGo(CAPACITY + 4);
        line.close();
    }

    /** It stays so until somebody closes it: only then it is known where its order ends. */
    @Test
    void noStageLimitsALineThatHasFailed() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(CAPACITY)
                        .threads(run -> {
                            Thread thread = new Thread(run);
                            threads.add(thread);
                            return thread;
                        })
                        .stage("a", _ -> {})
                        .then("b", _ -> barrier.pass())
                        .start();
        fill(line, 0);
        assertThat(line.explain()).startsWith("open: stage b limits the line");

        line.fail(new IOException("no disk"));

        assertThat(line.explain())
                .startsWith(
                        "failed with java.io.IOException: no disk: the line has been stopped, and"
                                + " threads of these stages have not ended yet: ")
                .contains("b; a has handled 8");
        barrier.letGo(1);
        for (Thread each : threads) {
            each.join();
        }
        assertThat(line.explain())
                .startsWith(
                        "failed with java.io.IOException: no disk: the line has been stopped, and"
                                + " its threads have ended: closeNow() returns what is left; a has"
                                + " handled 8");
        assertThat(line.closeNow()).hasSize(CAPACITY - 1);
        assertThat(line.explain())
                .startsWith(
                        "failed with java.io.IOException: no disk: the line has ended, 7 events are"
                                + " undelivered")
                .doesNotContain("waiting before");
    }
}
