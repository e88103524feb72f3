package io.roundhouse.lab.report;

import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.verdict.Figures;
import java.util.Map;
import java.util.TreeMap;

/** Reads a result's percentiles. */
final class Percentiles {

    private Percentiles() {}

    /**
     * A result's values by percentile, lowest first; empty without any. Keys that are no percentage
     * are left out.
     */
    static Map<Double, Double> of(Result result) {
        Map<Double, Double> sorted = new TreeMap<>();
        if (result.percentiles() != null) {
            result.percentiles()
                    .forEach((key, value) -> {
                        double percent = percent(key);
                        if (percent >= 0 && percent <= 100 && Double.isFinite(value)) {
                            sorted.put(percent, value);
                        }
                    });
        }
        return sorted;
    }

    /** A percentile's name: {@code min}, {@code 99.9 %}, {@code max}. */
    static String name(double percent) {
        if (percent == 0) {
            return "min";
        }
        return percent == 100
                ? "max"
                : (percent == Math.rint(percent)
                                ? Figures.digits(percent)
                                : Double.toString(percent))
                        + " %";
    }

    private static double percent(String key) {
        try {
            return Double.parseDouble(key);
        } catch (NumberFormatException notANumber) {
            return -1;
        }
    }
}
