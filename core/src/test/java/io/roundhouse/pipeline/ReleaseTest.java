package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A publisher that waits for room in its own lane is released, however the line is closed. */
@Timeout(60)
class ReleaseTest {
    private final Trade.Barrier barrier = new Trade.Barrier();

    private enum How {
        CLOSE("returned"),
        CLOSE_IN_TIME(true),
        CLOSE_TOO_LATE(false),
        CLOSE_NOW(2);

        private final Object closed;

        How(Object closed) {
            this.closed = closed;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CLOSE, 2, 0",
        "CLOSE_IN_TIME, 2, 0",
        "CLOSE_TOO_LATE, 0, 2",
        "CLOSE_NOW, 0, 2",
    })
    void aPublisherThatWaitsForRoomIsReleased(How how, int delivered, int left) throws Exception {
        Line<Trade> line =
                Pipeline.of(Trade::new).capacity(2).stage("a", _ -> barrier.pass()).describe();
        line.start(Thread.ofPlatform().daemon().factory());
        Pipeline<Trade> pipeline = line.publishers.first();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread publisher =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                PipelineTest.publish(pipeline, 0, 3);
                            } catch (Throwable e) {
                                thrown.complete(e);
                            }
                        });
        barrier.awaitArrival();
        Until.isTrue(() -> line.publishers.waits() != 0); // for room in its own lane

        CompletableFuture<Object> closed = new CompletableFuture<>();
        Thread closer =
                Thread.ofPlatform().daemon().start(() -> closed.complete(close(pipeline, how)));
        publisher.join(); // the handler is still at the barrier, or was interrupted there
        barrier.letGo(delivered);
        closer.join();

        assertThat(closed.join()).isEqualTo(how.closed);
        assertThat(thrown.join())
                .isInstanceOf(PipelineClosedException.class)
                .hasMessageContaining("the line is closed");
        assertThat(pipeline.closeNow()).hasSize(left);
        assertThat(pipeline.counters()).isEqualTo(new LineCounters(2, delivered, 0, 0, left));
    }

    private static Object close(Pipeline<Trade> line, How how) {
        switch (how) {
            case CLOSE_IN_TIME -> {
                return line.close(Duration.ofSeconds(50));
            }
            case CLOSE_TOO_LATE -> {
                return line.close(Duration.ofMillis(1));
            }
            case CLOSE_NOW -> {
                return line.closeNow().size();
            }
            default -> {
                line.close();
                return "returned";
            }
        }
    }
}
