package io.roundhouse.lab.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run that was stopped early did not get to: a system in a setting of which there is no
 * result.
 *
 * @param workload name of the workload
 * @param system name of the system
 * @param parameters the setting
 */
public record Missing(String workload, String system, Map<String, Object> parameters) {

    public Missing {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }
}
