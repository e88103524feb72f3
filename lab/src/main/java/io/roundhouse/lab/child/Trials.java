package io.roundhouse.lab.child;

import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.workload.Bench;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the best of a system's configurations, in a process that is thrown away afterwards.
 *
 * <p>All are set up side by side and warmed up; then they take short samples in turns, so that
 * whatever the machine does meanwhile happens to all of them. What counts is how a configuration
 * did within a pass, compared with the best of that pass: the median over the passes, 1 for one
 * that was always the best.
 */
final class Trials implements AutoCloseable {

    private static final int PASSES = 5;

    private final Metric metric;
    private final @Nullable Bench[] benches;
    private final Pace[] paces;
    private final String[] failures;
    private final double[][] values;

    Trials(Workload workload, LabSystem system, Setting setting, List<Variant> variants) {
        int count = variants.size();
        metric = workload.metrics().getFirst();
        benches = new Bench[count];
        paces = new Pace[count];
        failures = new String[count];
        values = new double[PASSES][count];
        Arrays.fill(failures, "");
        for (int v = 0; v < count; v++) {
            try {
                Bench bench = workload.open(system, setting, variants.get(v));
                benches[v] = bench;
                paces[v] = new Pace(bench, metric);
            } catch (Exception e) {
                failures[v] = Child.reason(e);
            }
        }
    }

    /** Warms each up for that time, and lets each take samples of half of it. */
    void run(long nanos) {
        for (int v = 0; v < paces.length; v++) {
            try {
                if (failures[v].isEmpty()) {
                    paces[v].warm(nanos);
                }
            } catch (Exception e) {
                failures[v] = Child.reason(e);
            }
        }
        for (double[] pass : values) {
            for (int v = 0; v < paces.length; v++) {
                pass[v] = failures[v].isEmpty() ? sample(v, nanos / 2) : Double.NaN;
            }
        }
    }

    private double sample(int v, long nanos) {
        try {
            return paces[v].sample(nanos).values().getOrDefault(metric.name(), Double.NaN);
        } catch (Exception e) {
            failures[v] = Child.reason(e);
            return Double.NaN;
        }
    }

    /** For each configuration how near it came to the best, 0 for one that failed. */
    List<Double> scores() {
        List<Double> scores = new ArrayList<>();
        for (int v = 0; v < failures.length; v++) {
            double[] shares = new double[PASSES];
            for (int pass = 0; pass < PASSES; pass++) {
                shares[pass] = share(values[pass], v);
            }
            Arrays.sort(shares);
            scores.add(failures[v].isEmpty() ? shares[PASSES / 2] : 0.0);
        }
        return scores;
    }

    private double share(double[] pass, int v) {
        double best = pass[v];
        for (double other : pass) {
            best = metric.better(other, best) ? other : best;
        }
        return metric.better(1, 0) ? pass[v] / best : best / pass[v];
    }

    /** For each configuration why it failed, or nothing. */
    List<String> failures() {
        return List.of(failures);
    }

    @Override
    public void close() {
        for (Bench bench : benches) {
            if (bench != null) {
                bench.close();
            }
        }
    }
}
