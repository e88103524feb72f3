package io.roundhouse.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * "Comparision of different concurrency models: Actors, CSP, Disruptor and Threads" (Moeller,
 * 2014): π in many small jobs, by the number of workers. Its figures were printed as charts only,
 * so none stand beside what is measured here.
 */
public final class ModelsStudy implements Study {

    static final String PI = "pi";

    /** The systems that are not this project's own, without the bound. */
    static final List<String> PEERS =
            List.of(
                    "threads",
                    "koch-executor",
                    "fork-join",
                    "virtual-threads",
                    "pekko-classic",
                    "kontraktor",
                    "disruptor-naive",
                    "disruptor-optimized");

    private static final int MOST_WORKERS = 16;

    /** Measured at every scale; the others from {@code full} on. */
    private static final List<Integer> ALWAYS = List.of(1, 2, 4, 8, 16);

    private static final int RUNS = 30;
    private static final int LAST_RUNS = 10;

    /** The ends of the sweeps, for the scale {@code smoke}. */
    private static final Set<Integer> ENDS = Set.of(1, MOST_WORKERS);

    private static final int LEAST_BOUND = 16;

    /** No bound at all. */
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    @Override
    public String name() {
        return "models";
    }

    @Override
    public String summary() {
        return "which model of concurrency suits many small jobs? (Moeller, 2014)";
    }

    @Override
    public long quickMillis() {
        return 7_000;
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int workers = 1; workers <= MOST_WORKERS; workers++) {
            cells.add(byWorkers(1_000_000, 100, workers));
        }
        for (int workers = 1; workers <= MOST_WORKERS; workers++) {
            cells.add(byWorkers(100_000, 1_000, workers));
        }
        for (int bound : new int[] {LEAST_BOUND, 64, 100, 1_000, 5_000, UNBOUNDED}) {
            Cell cell =
                    published(
                                    Cell.of(
                                            "Mailboxes by bound, the last one without: {jobs steps workers}",
                                            PI,
                                            Map.of(
                                                    "jobs", 1_000_000, "steps", 100, "bound",
                                                    bound)))
                            .among("roundhouse-actors");
            cells.add(bound == LEAST_BOUND || bound == UNBOUNDED ? cell : cell.notInSmoke());
        }
        return cells;
    }

    private static Cell byWorkers(int jobs, int steps, int workers) {
        Cell cell =
                published(
                        Cell.of(
                                "{jobs steps}, by workers",
                                PI,
                                Map.of("jobs", jobs, "steps", steps, "workers", workers)));
        Cell within = ALWAYS.contains(workers) ? cell : cell.fromFullOn();
        return ENDS.contains(workers) ? within : within.notInSmoke();
    }

    /** At smaller scales a fifth of the jobs, at the smallest a few. */
    private static Cell published(Cell cell) {
        int jobs = (int) cell.parameters().getOrDefault("jobs", 0);
        return cell.runs(RUNS, LAST_RUNS)
                .whenQuick(Map.of("jobs", jobs / 5))
                .whenSmoke(Map.of("jobs", jobs / 500));
    }
}
