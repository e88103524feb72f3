package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.verdict.ResultFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Actor systems that lose messages, deliver them twice or do not do their work. */
@Timeout(300)
class BrokenActorsTest {

    /** With time enough for a child to start on a machine that does much else. */
    private static final Scale SMOKE = Scale.ALL.getFirst().withLimitMillis(60_000);

    private static LabResult run(
            Scale scale, String workload, Map<String, Object> parameters, String... systems)
            throws InterruptedException {
        Cell cell = Cell.of("", workload, parameters);
        return new LabRun("a test", "a-study", List.of(cell), Set.of(systems), scale, 0)
                .run(
                        TestCatalog.scan(),
                        new Children(List.of()),
                        ResultFixture.environment(0),
                        Progress.SILENT);
    }

    private static Map<String, Object> small(String workload) {
        return switch (workload) {
            case "ring" -> Map.of("nodes", 5, "rounds", 10);
            case "construct" -> Map.of("nodes", 30);
            case "spawn-chain" -> Map.of("nodes", 30);
            case "ping-pong" -> Map.of("messages", 100);
            case "memory" -> Map.of("actors", 100);
            default -> Map.of();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "ring, the ring saw",
        "construct, the ring saw",
        "spawn-chain, a chain of 30 nodes; the source got",
        "ping-pong, the players saw",
        "flood, the actor saw",
        "memory, the crowd saw"
    })
    void aMessageDeliveredTwiceIsNoResult(String workload, String reason)
            throws InterruptedException {
        LabResult result =
                run(SMOKE, workload, small(workload), "passing-twice", "passing-soundly");

        assertThat(result.results().stream().map(Result::system).distinct())
                .containsExactly("passing-soundly");
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().system()).isEqualTo("passing-twice");
        assertThat(result.failures().getFirst().reason()).contains("wrong result: " + reason);
    }

    @ParameterizedTest
    @CsvSource({"ring", "construct", "spawn-chain", "ping-pong"})
    void aMessageLostEndsTheRunWhenItsTimeIsOver(String workload) throws InterruptedException {
        LabResult result =
                run(SMOKE.withLimitMillis(5_000), workload, small(workload), "passing-all-but-one");

        assertThat(result.results()).isEmpty();
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().reason()).contains("no answer to 'warm'");
    }

    @ParameterizedTest
    @CsvSource({"ring, hits in the work of", "random-trap, hits of 1000000 points"})
    void workThatWasNotDoneIsNoResult(String workload, String reason) throws InterruptedException {
        Map<String, Object> parameters =
                workload.equals("ring")
                        ? Map.of("nodes", 10, "rounds", 100, "work", 100)
                        : Map.of();

        LabResult result = run(SMOKE, workload, parameters, "shirking");

        assertThat(result.results()).isEmpty();
        assertThat(result.failures()).hasSize(1);
        assertThat(result.failures().getFirst().reason()).contains(reason);
    }
}
