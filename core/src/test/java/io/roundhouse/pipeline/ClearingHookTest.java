package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A clearing hook runs while others wait for it: what would wait in turn is refused. */
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
}
