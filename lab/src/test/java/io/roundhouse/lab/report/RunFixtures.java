package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.time;

import io.roundhouse.lab.model.CoreDistance;
import io.roundhouse.lab.model.Environment;
import io.roundhouse.lab.model.Failure;
import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Missing;
import io.roundhouse.lab.model.ResultFile;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.model.Skipped;
import io.roundhouse.lab.model.Stolen;
import io.roundhouse.lab.model.Unavailable;
import io.roundhouse.lab.verdict.ResultFixture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs for the report's tests. Every figure in them is made up, and they say so. */
final class RunFixtures {

    /** What would be an element with an event handler if it were not escaped. */
    static final String HOSTILE =
            "</script><img src=x onerror=\"document.documentElement.dataset.broken='yes'\">";

    private RunFixtures() {}

    /** A whole study: every kind of chart and table. */
    static LabResult railway() {
        try (InputStream in = RunFixtures.class.getResourceAsStream("test-data.json")) {
            byte[] json = Objects.requireNonNull(in).readAllBytes();
            return ResultFile.fromJson(new String(json, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A run whose every text tries to become markup. */
    static LabResult hostile() {
        String h = HOSTILE;
        LabResult plain =
                ResultFixture.run(
                        ResultFixture.result("transfer" + h, "roundhouse-" + h)
                                .samples(3, 4, 5)
                                .table("Table " + h)
                                .config(h)
                                .metric("goods" + h, "1/s", "higher")
                                .cost(1, 0)
                                .published(3, h + " 2013"),
                        ResultFixture.result("transfer" + h, h)
                                .samples(1, 2, 3)
                                .table("Table " + h)
                                .metric("goods" + h, "1/s", "higher"),
                        time("{name|" + h + "}", 5, 6, 7)
                                .with("rate" + h, 5, "word", h)
                                .percentiles(Map.of("50", 5.0, "99", 9.0, h, 1.0)));
        Environment environment = new Environment(h, 2, h, h, h, List.of("-Dx=" + h), h, h, 0);
        return new LabResult(
                1,
                "compare " + h,
                environment,
                plain.results(),
                List.of(new Skipped(h, h, Map.of(h, h), h)),
                List.of(new Unavailable(h, h)),
                List.of(new Failure(h, h, Map.of(h, h), h)),
                true,
                List.of(new Missing(h, h, Map.of(h, h))),
                List.of(),
                List.of(new Stolen(h, Map.of(h, h), 10, 5)),
                List.of(new CoreDistance(h, Map.of(h, h), List.of(1, 2), List.of(1.0, 9.0))));
    }

    /**
     * Values at the edge of what there is: huge, tiny, zero, not a number, one sample, no spread.
     */
    static LabResult extreme() {
        return ResultFixture.run(
                rate("roundhouse-railway", 1e300, 2e300, 1.5e300).cost(0, 0),
                rate("nothing", 0, 0, 0).cost(1e-9, 1e-9),
                rate("not-a-number", Double.NaN, Double.NaN, Double.NaN),
                rate("endless", Double.POSITIVE_INFINITY, 1, 2).cost(Double.NaN, Double.NaN),
                rate("single", 7)
                        .published(0, "zero")
                        .series(new Series(List.of(0.5, 1.0), List.of(0.0, Double.NaN))),
                time("one-and-only", 0).percentiles(Map.of("50", 0.0, "100", 0.0)),
                sweep(1, 0),
                sweep(2, 1e-300),
                sweep(4, 1e300),
                sweep(8, Double.NaN));
    }

    private static ResultFixture sweep(int capacity, double value) {
        return rate("swept", value)
                .table("Sweep")
                .with("capacity", capacity)
                .published(value, "Paper, 1999");
    }
}
