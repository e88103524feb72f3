package io.roundhouse.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The result file: what is written is what scripts read, and what is read is what was written. */
class ResultFileTest {

    private static final LabResult RUN =
            new LabResult(
                    LabResult.SCHEMA,
                    "run transfer",
                    new Environment(
                            "a cpu",
                            2,
                            "24.0 GB",
                            "Linux 6 amd64",
                            "25.0.3",
                            List.of("-Xmx1g"),
                            "abc",
                            "2026-11-21T10:00:00Z",
                            0.1),
                    List.of(
                            result(
                                    Map.of("50", 92.0, "99.99", 1e6),
                                    new Series(List.of(0.5), List.of(1e9))),
                            result(null, null)),
                    List.of(
                            new Skipped(
                                    "transfer",
                                    "one",
                                    Map.of("producers", 3),
                                    "one producer only")),
                    List.of(new Unavailable("erlang", "erl not found; install erlang-base")),
                    List.of(new Failure("transfer", "two", Map.of("producers", 3), "wrong result")),
                    true,
                    List.of(new Missing("latency", "two", Map.of("rate", 100))),
                    List.of(),
                    List.of(new Stolen("transfer", Map.of("producers", 3), 20_000, 400)),
                    List.of(
                            new CoreDistance(
                                    "transfer",
                                    Map.of("producers", 3),
                                    List.of(1, 3),
                                    List.of(57.2, 540.0))));

    private static Result result(Map<String, Double> percentiles, Series series) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        parameters.put("producers", 1);
        parameters.put("rate", 5_000_000_000L);
        parameters.put("mode", "each");
        return new Result(
                "railway",
                "Two trains",
                "transfer",
                "a-railway",
                "1.0",
                parameters,
                "goods",
                "1/s",
                Result.HIGHER,
                List.of(9.1e8, 9.3e8),
                List.of(1, 2),
                9.2e8,
                9.1e8,
                9.3e8,
                500_000_000L,
                "ok",
                Result.BEST,
                "wait=adaptive",
                "fifo, exactly once",
                "25.0.3, default flags",
                "quick",
                false,
                percentiles,
                percentiles == null ? null : Map.of("99", List.of(3.0, 4.0)),
                series,
                null,
                2.1,
                0.0,
                Published.of(940_144_900, "railway-2013, two trains"),
                false,
                9.2e8,
                3);
    }

    @Test
    void whatWasWrittenIsRead() {
        assertThat(ResultFile.fromJson(ResultFile.toJson(RUN))).isEqualTo(RUN);
    }

    @Test
    void aTargetThatIsInfinitelyFarAwayIsRead() {
        Target target =
                new Target(
                        "no more CPU",
                        "idle",
                        Map.of(),
                        "roundhouse",
                        List.of("jctools"),
                        1,
                        false,
                        Target.TIMES,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        "jctools",
                        Target.MISSED,
                        "the other measured 0 in 5 rounds");
        LabResult run =
                new LabResult(
                        LabResult.SCHEMA,
                        "run idle",
                        RUN.environment(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        false,
                        List.of(),
                        List.of(target),
                        List.of(),
                        List.of());

        assertThat(ResultFile.fromJson(ResultFile.toJson(run))).isEqualTo(run);
    }

    @Test
    void theFieldsAreThoseOfTheContract() {
        JsonNode root = new JsonMapper().readTree(ResultFile.toJson(RUN));

        assertThat(root.get("schema").intValue()).isEqualTo(1);
        assertThat(root.propertyNames())
                .contains("environment", "results", "unavailable", "failures");
        assertThat(root.get("environment").propertyNames())
                .containsExactly(
                        "cpu", "cores", "memory", "os", "jdk", "flags", "commit", "date", "load");
        JsonNode result = root.get("results").get(0);
        assertThat(result.propertyNames())
                .contains(
                        "study",
                        "workload",
                        "system",
                        "version",
                        "parameters",
                        "metric",
                        "unit",
                        "better",
                        "samples",
                        "rounds",
                        "median",
                        "min",
                        "max",
                        "items",
                        "checksum",
                        "config",
                        "guarantees",
                        "jvm",
                        "scale",
                        "incomplete",
                        "percentiles",
                        "series",
                        "cpuNanosPerItem",
                        "bytesPerItem",
                        "published");
        assertThat(result.get("parameters").get("producers").isInt()).isTrue();
        assertThat(result.get("published").get("value").doubleValue()).isEqualTo(940_144_900);
        assertThat(root.get("results").get(1).get("percentiles").isNull()).isTrue();
        assertThat(root.get("incomplete").booleanValue()).isTrue();
        assertThat(root.get("missing").get(0).get("system").stringValue()).isEqualTo("two");
        assertThat(result.get("bound").booleanValue()).isFalse();
        assertThat(root.get("unavailable").get(0).get("reason").stringValue()).contains("install");
    }

    @Test
    void aFileOfALaterVersionWithMoreFieldsIsRead() {
        String json =
                ResultFile.toJson(RUN).replaceFirst("\\{", "{ \"invented\" : { \"later\" : 1 },");
        assertThat(ResultFile.fromJson(json)).isEqualTo(RUN);
    }

    @Test
    void distancesOfBeforeTheyNamedTheirRoundsAreRead() {
        LabResult read =
                ResultFile.fromJson(
                        ResultFile.toJson(RUN)
                                .replaceFirst(
                                        "(?s)(\"distances\" : .*?)\"rounds\" : \\[[^\\]]*\\],",
                                        "$1"));

        assertThat(read.distances().getFirst().rounds()).isEmpty();
        assertThat(read.distances().getFirst().roundTripNanos())
                .isEqualTo(RUN.distances().getFirst().roundTripNanos());
    }

    @Test
    void aFileWithoutTheFieldsThatWereAddedToTheContractIsRead() {
        LabResult read =
                ResultFile.fromJson(
                        """
                        { "schema": 1,
                          "environment": { "cpu": "c", "cores": 2, "memory": "m", "os": "o", "jdk": "25", "flags": [],
                                           "commit": "abc", "date": "2026-11-21T10:00:00Z", "load": 0.1 },
                          "results": [
                            { "study": "railway", "workload": "transfer", "system": "s", "version": "1",
                              "parameters": { "producers": 1 }, "metric": "goods", "unit": "1/s", "better": "higher",
                              "samples": [9.1e8], "rounds": [1], "median": 9.1e8, "min": 9.1e8, "max": 9.1e8,
                              "items": 5, "checksum": "ok", "config": "", "guarantees": "", "jvm": "", "scale": "quick",
                              "incomplete": false, "percentiles": null, "series": null,
                              "cpuNanosPerItem": 2.1, "bytesPerItem": 0.0, "published": null } ],
                          "unavailable": [], "failures": [] }
                        """);

        assertThat(read.results().getFirst().variant()).isEqualTo(Result.BEST);
        assertThat(read.skipped()).isEmpty();
        assertThat(read.incomplete()).isFalse();
        assertThat(read.missing()).isEmpty();
        assertThat(read.results().getFirst().bound()).isFalse();
    }
}
