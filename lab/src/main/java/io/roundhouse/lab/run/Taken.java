package io.roundhouse.lab.run;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * A sample as its child told it.
 *
 * @param round the turn in which it was taken
 * @param values one a metric, by name
 * @param items how many items were handled
 * @param cpuNanos CPU time of the child's process
 * @param bytes bytes allocated
 * @param costKnown whether the two before are known
 * @param course the first metric from the sample's beginning to its end; may be empty
 * @param histograms of single delays, by metric
 */
record Taken(
        int round,
        Map<String, Double> values,
        long items,
        long cpuNanos,
        long bytes,
        boolean costKnown,
        List<Double> course,
        Map<String, Histogram> histograms) {

    /** The sample in a child's answer. */
    static Taken of(int round, Map<String, Object> answer) {
        Map<String, Double> values = new LinkedHashMap<>();
        ((Map<?, ?>) answer.getOrDefault("values", Map.of()))
                .forEach((name, value) ->
                        values.put(name.toString(), ((Number) value).doubleValue()));
        Map<String, Histogram> histograms = new LinkedHashMap<>();
        ((Map<?, ?>) answer.getOrDefault("histograms", Map.of()))
                .forEach((name, text) ->
                        histograms.put(name.toString(), histogram(text.toString())));
        return new Taken(
                round,
                values,
                number(answer, "items"),
                number(answer, "cpuNanos"),
                number(answer, "bytes"),
                answer.containsKey("cpuNanos"),
                answer.get("course") instanceof List<?> parts
                        ? parts.stream().map(part -> ((Number) part).doubleValue()).toList()
                        : List.of(),
                histograms);
    }

    /** The value of a metric; not a number where it was not measured. */
    double value(String metric) {
        return values.getOrDefault(metric, Double.NaN);
    }

    /**
     * A histogram as a child writes it.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Histogram histogram(String encoded) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
        } catch (DataFormatException | RuntimeException e) { // it may end, or begin, anyhow
            throw new IllegalArgumentException("a histogram that is none", e);
        }
    }

    private static long number(Map<String, Object> answer, String name) {
        return ((Number) answer.getOrDefault(name, 0L)).longValue();
    }
}
