package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A system that should have been measured and was not.
 *
 * @param workload name of the workload
 * @param system name of the system
 * @param parameters the setting
 * @param reason what happened: a wrong sum, an exception, the end of its process, a time limit
 */
public record Failure(
        String workload, String system, Map<String, Object> parameters, String reason) {

    public Failure {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }
}
