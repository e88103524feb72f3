package io.roundhouse.lab.workload;

import io.roundhouse.lab.model.Result;

/**
 * Something a sample yields one value of.
 *
 * @param name what it is, such as {@code goods}
 * @param unit {@code 1/s}, {@code ns}, {@code %}, {@code B}, or empty for a count
 * @param better {@link Result#HIGHER} or {@link Result#LOWER}
 */
public record Metric(String name, String unit, String better) {

    /** A rate: items a second. */
    public static Metric rate(String name) {
        return new Metric(name, "1/s", Result.HIGHER);
    }

    /** A delay or duration in nanoseconds. */
    public static Metric nanos(String name) {
        return new Metric(name, "ns", Result.LOWER);
    }

    /** An amount of memory. */
    public static Metric bytes(String name) {
        return new Metric(name, "B", Result.LOWER);
    }

    /** A number of things, the fewer the better. */
    public static Metric fewest(String name) {
        return new Metric(name, "", Result.LOWER);
    }

    /** A share of one processor core. */
    public static Metric percent(String name) {
        return new Metric(name, "%", Result.LOWER);
    }

    /** Whether one value is better than another. */
    public boolean better(double one, double other) {
        return better.equals(Result.HIGHER) ? one > other : one < other;
    }
}
