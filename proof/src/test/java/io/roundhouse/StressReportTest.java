package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** Every outcome of every test is in the report, and none of what came before the end. */
final class StressReportTest {
    private static final String OUTPUT =
            """
            (Results: 28 planned; 1 passed, 0 failed, 0 soft errs, 0 hard errs)
            .......... [OK] io.roundhouse.proof.stress.VisitStress

              RESULT  SAMPLES     FREQ      EXPECT  DESCRIPTION
                0, 0   79,138   20.99%  Acceptable  too early

            (Results: 28 planned; 27 passed, 1 failed, 0 soft errs, 0 hard errs)

            RUN RESULTS:
              Interesting tests: No matches.

              Failed tests: 1 matching test results.

            .......... [FAILED] io.roundhouse.proof.stress.CloseStress

              Results across all configurations:

                        RESULT  SAMPLES     FREQ      EXPECT  DESCRIPTION
               loaded, 0, 1, 7       28   <0.01%   Forbidden  not handed back
               refused, 0, 0, 0  230,112   23.29%  Acceptable \s

              All remaining tests: 1 matching test results.

            .......... [OK] io.roundhouse.railway.VisitStress

              Results across all configurations:

              RESULT    SAMPLES     FREQ      EXPECT  DESCRIPTION
                3, 6  1,014,608   83.87%  Acceptable  all three

              HTML report generated at index.html
            """;

    @Test
    void everyOutcomeOverAllConfigurationsIsARow() {
        String report = StressReport.of(OUTPUT, LocalDate.of(2026, 11, 21), "a second each");

        assertThat(report.lines().filter(line -> line.contains("Stress |")))
                .containsExactly(
                        "| CloseStress | FAILED | loaded, 0, 1, 7 | 28 | \\<0.01% | forbidden: not handed back |",
                        "| CloseStress | FAILED | refused, 0, 0, 0 | 230,112 | 23.29% | acceptable |",
                        "| VisitStress | OK | 3, 6 | 1,014,608 | 83.87% | acceptable: all three |");
    }

    @Test
    void itSaysWhenWhereAndHow() {
        String report = StressReport.of(OUTPUT, LocalDate.of(2026, 11, 21), "a second each");

        assertThat(report)
                .contains("Measured on 2026-11-21: ")
                .contains("; JDK " + System.getProperty("java.runtime.version"))
                .contains("; commit ")
                .contains("; a second each. ")
                .contains(
                        "28 JVMs, one a test and configuration: 27 passed, 1 failed, 0 soft errs, 0 hard errs.");
    }
}
