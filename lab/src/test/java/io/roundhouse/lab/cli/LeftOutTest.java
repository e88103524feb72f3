package io.roundhouse.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.study.Cell;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LeftOutTest {

    private static final Catalog CATALOG = TestCatalog.scan();

    @TempDir Path report;

    @Test
    void whoIsInAStudyAndNotHereIsNamedWithTheStudy() {
        Cell ring = Cell.of("", "ring", Map.of()).among("roundhouse", "fork-join");

        assertThat(new LeftOut(CATALOG, List.of(ring)).sentence())
                .startsWith("Systems of the studies that are left out here: ring ")
                .contains("optimized-ring", "roundhouse-pinned", "simple-ring", "virtual-threads")
                .endsWith(" (./roundhouse study rings).")
                .doesNotContain("fork-join");
    }

    @Test
    void whereAllOfAWorkloadAreMeasuredNobodyIsLeftOut() {
        assertThat(new LeftOut(CATALOG, List.of(Cell.of("", "ring", Map.of()))).sentence())
                .isEmpty();
    }

    @Test
    void theHeartOfTheStudiesSaysWhomItLeavesOut() {
        String sentence =
                "Systems of the studies that are left out here: calls framework-v2 (./roundhouse study railway).";

        assertThat(said("compare", "--only", "calls")).contains(sentence);
        assertThat(report.resolve("index.html")).content().contains("<p>" + sentence + "</p>");
    }

    @Test
    void whoNamesTheSystemsKnowsWhomTheyLeaveOut() {
        assertThat(said("compare", "--only", "calls", "--systems", "roundhouse"))
                .contains("roundhouse")
                .doesNotContain("are left out here");
    }

    private String said(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--scale", "smoke", "--no-progress", "--report", report.toString()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
        new CommandLineTool(() -> CATALOG, printed, printed).run(all.toArray(String[]::new));
        return out.toString(StandardCharsets.UTF_8);
    }
}
