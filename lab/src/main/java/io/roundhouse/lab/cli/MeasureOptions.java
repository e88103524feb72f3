package io.roundhouse.lab.cli;

import io.roundhouse.lab.run.Scale;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that measures, as typed. */
@SuppressWarnings("NullAway.Init") // picocli sets the fields
final class MeasureOptions {

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            defaultValue = "quick",
            description =
                    "smoke (all of it, but cold, with tiny sizes and the ends of sweeps only: for tests),"
                            + " quick (default), full, or published for the sizes of the write-ups")
    String scale;

    @Option(
            names = "--only",
            paramLabel = "WORKLOAD",
            description = "leave out all other workloads")
    @Nullable String only;

    @Option(
            names = "--systems",
            paramLabel = "A,B,...",
            hideParamSyntax = true,
            description = "leave out all other systems")
    List<String> named = List.of();

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUE",
            description = "a parameter of the workload; may be repeated")
    List<String> params = List.of();

    @Option(names = "--samples", paramLabel = "N", description = "samples a process")
    @Nullable Integer samples;

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "fresh processes a system and setting")
    @Nullable Integer forks;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "write the result file; - for standard output")
    @Nullable String json;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "roundhouse-report",
            description = "where the HTML report goes (default: roundhouse-report)")
    Path report;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "write all figures as Markdown into DIR, under the day and the command")
    @Nullable Path results;

    @Option(
            names = "--readme",
            paramLabel = "FILE",
            description = "replace the table of results in FILE")
    @Nullable Path readme;

    @Option(
            names = "--jvm-args",
            paramLabel = "\"...\"",
            defaultValue = "",
            description = "JVM flags for every system, on top of the defaults")
    String jvmArgs;

    @Option(names = "--no-progress", description = "say nothing while measuring")
    boolean noProgress;

    Scale scale() {
        Scale found =
                Scale.ALL.stream()
                        .filter(candidate -> candidate.name().equals(scale))
                        .findFirst()
                        .orElseThrow(() ->
                                UsageProblem.unknown(
                                        "scale",
                                        scale,
                                        Scale.ALL.stream().map(Scale::name).toList()));
        if (samples != null) {
            found = found.withSamples(atLeastOne("--samples", samples));
        }
        if (forks != null) {
            found = found.withForks(atLeastOne("--forks", forks));
        }
        return found;
    }

    /**
     * A command with those of the options that decide what is measured and how, in words that can
     * be typed again.
     */
    String words(String command) {
        List<String> words = new ArrayList<>(List.of(command));
        if (only != null) {
            words.add("--only " + only);
        }
        if (!named.isEmpty()) {
            words.add("--systems " + String.join(",", systems()));
        }
        params.forEach(param -> words.add("--param " + param));
        if (samples != null) {
            words.add("--samples " + samples);
        }
        if (forks != null) {
            words.add("--forks " + forks);
        }
        if (!flags().isEmpty()) {
            words.add("--jvm-args \"" + String.join(" ", flags()) + "\"");
        }
        words.add("--scale " + scale);
        return String.join(" ", words);
    }

    /** The systems to measure; empty for all. */
    Set<String> systems() {
        Set<String> systems = new TreeSet<>();
        for (String names : named) {
            List<String> some = List.of(names.split(","));
            if (some.isEmpty() || some.stream().anyMatch(String::isBlank)) {
                throw new UsageProblem(
                        "--systems %s: a name is missing; as in --systems jctools,disruptor (roundhouse list has all)"
                                .formatted(names.isBlank() ? "\"\"" : names));
            }
            systems.addAll(some);
        }
        return systems;
    }

    private static int atLeastOne(String option, int number) {
        if (number < 1) {
            throw new UsageProblem("%s %d: must be at least 1".formatted(option, number));
        }
        return number;
    }

    /** Whether the run is to end in time, rather than to take as long as it takes. */
    boolean inTime() {
        return (scale.equals("quick") || scale.equals("full")) && samples == null && forks == null;
    }

    Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String param : params) {
            int equals = param.indexOf('=');
            if (equals < 1) {
                throw new UsageProblem("--param %s: must be NAME=VALUE".formatted(param));
            }
            parameters.put(param.substring(0, equals), param.substring(equals + 1));
        }
        return parameters;
    }

    List<String> flags() {
        return jvmArgs.isBlank() ? List.of() : List.of(jvmArgs.strip().split("\\s+"));
    }
}
