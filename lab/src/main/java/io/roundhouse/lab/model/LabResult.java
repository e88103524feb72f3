package io.roundhouse.lab.model;

import java.util.List;
import java.util.Objects;

/**
 * One run of the lab: the root of the result file.
 *
 * @param schema version of the file's shape, {@link #SCHEMA}
 * @param command what was asked for, in words that can be typed again, such as {@code study railway
 *     --scale full}
 * @param environment the machine, the JDK and the moment
 * @param results what was measured, in the order in which studies and workloads name it
 * @param skipped settings that a system cannot do by its nature (a queue for one producer asked to
 *     take three)
 * @param unavailable systems that cannot run on this machine, and what to install
 * @param failures systems that should have run and did not: a wrong sum, a crash, a time limit
 * @param incomplete true when the run was stopped before everything was measured: then some results
 *     are incomplete, or something is missing
 * @param missing what a run that was stopped did not get to
 * @param targets what ours is held to in these settings, and what came of it
 * @param stolen what the machine's host took while each setting was measured; empty where the
 *     machine does not tell
 * @param distances how far processors were from each other while each setting was measured; empty
 *     in files of before that was asked
 */
public record LabResult(
        int schema,
        String command,
        Environment environment,
        List<Result> results,
        List<Skipped> skipped,
        List<Unavailable> unavailable,
        List<Failure> failures,
        boolean incomplete,
        List<Missing> missing,
        List<Target> targets,
        List<Stolen> stolen,
        List<CoreDistance> distances) {

    /** The shape that this version of the lab writes. */
    public static final int SCHEMA = 1;

    public LabResult {
        command = Objects.requireNonNullElse(command, "");
        results = List.copyOf(Objects.requireNonNullElse(results, List.of()));
        skipped = List.copyOf(Objects.requireNonNullElse(skipped, List.of()));
        unavailable = List.copyOf(Objects.requireNonNullElse(unavailable, List.of()));
        failures = List.copyOf(Objects.requireNonNullElse(failures, List.of()));
        missing = List.copyOf(Objects.requireNonNullElse(missing, List.of()));
        targets = List.copyOf(Objects.requireNonNullElse(targets, List.of()));
        stolen = List.copyOf(Objects.requireNonNullElse(stolen, List.of()));
        distances = List.copyOf(Objects.requireNonNullElse(distances, List.of()));
        incomplete |= !missing.isEmpty();
    }
}
