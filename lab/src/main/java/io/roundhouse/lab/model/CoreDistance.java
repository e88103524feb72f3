package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How far two threads of the lab were from each other just before rounds of a setting. The host of
 * a virtual machine may move its processors, from beside each other to other ends of the host and
 * back; who hands much from thread to thread then does several times less. Where there are more
 * than two processors, the system decides on which of them those threads run, and on which those of
 * a contender: there it tells less.
 *
 * @param workload name of the workload
 * @param parameters the setting
 * @param rounds the turns for which it could be told, as samples name theirs; empty in files that
 *     did not say
 * @param roundTripNanos for each of them, time a cache line took to the other thread and back, in
 *     ns
 */
public record CoreDistance(
        String workload,
        Map<String, Object> parameters,
        List<Integer> rounds,
        List<Double> roundTripNanos) {

    public CoreDistance {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        rounds = List.copyOf(Objects.requireNonNullElse(rounds, List.of()));
        roundTripNanos = List.copyOf(roundTripNanos);
    }
}
