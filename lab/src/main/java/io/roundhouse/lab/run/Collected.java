package io.roundhouse.lab.run;

import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import io.roundhouse.lab.model.Skipped;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.study.Cell;
import io.roundhouse.lab.workload.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a run has found out so far. Used by one thread. */
final class Collected {

    final @Nullable String study;
    final String jvm;
    final List<Result> results = new ArrayList<>();
    private final String command;
    private final Environment environment;
    private final List<Skipped> skipped = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<String, String> unavailable = new LinkedHashMap<>();

    Collected(String command, @Nullable String study, Environment environment, String jvm) {
        this.command = command;
        this.study = study;
        this.environment = environment;
        this.jvm = jvm;
    }

    void unavailable(String system, String reason) {
        unavailable.putIfAbsent(system, reason);
    }

    void skipped(Cell cell, Setting setting, String system, String reason) {
        skipped.add(new Skipped(cell.workload(), system, setting.values(), reason));
    }

    void failure(Cell cell, Setting setting, String system, String reason) {
        failures.add(new Failure(cell.workload(), system, setting.values(), reason));
    }

    LabResult result() {
        List<Unavailable> missing =
                unavailable.entrySet().stream()
                        .map(entry -> new Unavailable(entry.getKey(), entry.getValue()))
                        .toList();
        return new LabResult(
                LabResult.SCHEMA, command, environment, results, skipped, missing, failures);
    }
}
