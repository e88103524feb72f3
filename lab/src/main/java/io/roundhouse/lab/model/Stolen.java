package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What its host took from a virtual machine while a setting was measured. Where much was taken, who
 * sleeps and wakes up suffers more than who computes, ours and others' in no fixed relation.
 *
 * @param workload name of the workload
 * @param parameters the setting
 * @param wantedMillis processor time that the whole machine wanted: what it got, and what was taken
 * @param takenMillis processor time of it that the host gave to others
 */
public record Stolen(
        String workload, Map<String, Object> parameters, long wantedMillis, long takenMillis) {

    public Stolen {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }
}
