package io.roundhouse.lab.study;

import io.roundhouse.lab.study.Goal.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the models of this project are held to where the cost of the model shows: 1,000,000 jobs of
 * 100 steps, two workers, in one run.
 */
public final class ModelsTargets implements Study {

    private static final String LIMIT = "limit";
    private static final String THREADS = "threads";
    private static final String PIPELINE = "roundhouse-pipeline";
    private static final String ACTORS = "roundhouse-actors";

    @Override
    public String name() {
        return "models-targets";
    }

    @Override
    public String summary() {
        return "the ratios that actors and pipeline are held to in the study models";
    }

    @Override
    public long quickMillis() {
        return 75_000;
    }

    @Override
    public long fullMillis() {
        return 300_000;
    }

    @Override
    public List<Cell> cells() {
        List<Goal> goals = new ArrayList<>();
        goals.addAll(goals(PIPELINE, 1.1));
        goals.addAll(goals(ACTORS, 1.2));
        return List.of(
                Cell.of(
                                "{jobs steps workers}",
                                ModelsStudy.PI,
                                Map.of("jobs", 1_000_000, "steps", 100, "workers", 2))
                        .whenSmoke(Map.of("jobs", 2_000))
                        .heldTo(goals.toArray(Goal[]::new)));
    }

    private static List<Goal> goals(String ours, double ofLimit) {
        return List.of(
                new Goal(
                        "%s: %s × the time of one big job a core".formatted(ours, ofLimit),
                        Measure.TIMES_THE_COST,
                        "",
                        ours,
                        List.of(LIMIT),
                        ofLimit),
                new Goal(
                        ours + ": ahead of every peer",
                        Measure.TIMES_BETTER,
                        "",
                        ours,
                        ModelsStudy.PEERS,
                        1),
                new Goal(
                        ours + ": 2.5 × the thread pool",
                        Measure.TIMES_BETTER,
                        "",
                        ours,
                        List.of(THREADS),
                        2.5));
    }
}
