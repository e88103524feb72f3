package io.roundhouse.lab.study;

import io.roundhouse.lab.study.Goal.Measure;
import java.util.List;
import java.util.Map;

/** What the assembly line is held to: the ratios of the project's own targets, in one run. */
public final class PipelineTargets implements Study {

    private static final String OURS = "roundhouse-pipeline";
    private static final String DISRUPTOR = "disruptor";
    private static final String QUEUE = "array-blocking-queue";

    @Override
    public String name() {
        return "pipeline-targets";
    }

    @Override
    public String summary() {
        return "the ratios that the pipeline is held to";
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                cell("1 publisher, 1 stage", Map.of("stages", 1), 1.3),
                cell("3 publishers, 1 stage", Map.of("stages", 1, "publishers", 3), 3),
                cell("Chain of 3", Map.of("stages", 3), 1.5),
                cell("Diamond of 3 and 1", Map.of("stages", 3, "shape", "diamond"), 1.5),
                cell("Multicast to 3", Map.of("stages", 3, "shape", "multicast"), 1.5),
                Cell.of("Idle line of 4 stages", "idle", Map.of())
                        .among(OURS, QUEUE)
                        .heldTo(
                                new Goal(
                                        "idle line of 4 stages: 1 % of a core",
                                        Measure.FIGURE, "CPU", OURS, List.of(), 1)));
    }

    private static Cell cell(String title, Map<String, Object> setting, double times) {
        return Cell.of(title, "pipeline", setting)
                .among(OURS, DISRUPTOR, QUEUE)
                .heldTo(
                        new Goal(
                                "%s: %s × the Disruptor".formatted(title, times),
                                Measure.TIMES_BETTER,
                                "",
                                OURS,
                                List.of(DISRUPTOR),
                                times),
                        new Goal(
                                title + ": 0 bytes allocated (less than 0.1)",
                                Measure.BYTES_AN_ITEM,
                                "",
                                OURS,
                                List.of(),
                                0.1)); // the threads of a sample are counted in
    }
}
