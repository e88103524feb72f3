package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How far the processors of two threads were from each other while a setting was measured. The host
 * of a virtual machine may move its processors, from beside each other to other ends of the host
 * and back; who hands much from thread to thread then does several times less.
 *
 * @param workload name of the workload
 * @param parameters the setting
 * @param roundTripNanos time a cache line took to another processor and back, in ns, just before
 *     each round for which that could be told, in their order
 */
public record CoreDistance(
        String workload, Map<String, Object> parameters, List<Double> roundTripNanos) {

    public CoreDistance {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        roundTripNanos = List.copyOf(roundTripNanos);
    }
}
