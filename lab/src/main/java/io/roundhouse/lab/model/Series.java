package io.roundhouse.lab.model;

import java.util.List;

/**
 * A metric over time: how a system warms up, settles, or decays.
 *
 * @param seconds seconds that the system has worked, other systems' turns left out, rising
 * @param values the metric, in its result's unit, over the stretch that ends at that second
 */
public record Series(List<Double> seconds, List<Double> values) {

    public Series {
        seconds = List.copyOf(seconds);
        values = List.copyOf(values);
        if (seconds.size() != values.size()) {
            throw new IllegalArgumentException(
                    seconds.size() + " seconds but " + values.size() + " values");
        }
    }
}
