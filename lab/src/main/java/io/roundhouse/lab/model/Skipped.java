package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A setting that a system cannot do by its nature.
 *
 * @param workload name of the workload
 * @param system name of the system
 * @param parameters the setting
 * @param reason why, in a sentence
 */
public record Skipped(
        String workload, String system, Map<String, Object> parameters, String reason) {

    public Skipped {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }
}
