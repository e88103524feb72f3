package io.roundhouse.lab.report;

import static io.roundhouse.lab.verdict.ResultFixture.rate;
import static io.roundhouse.lab.verdict.ResultFixture.result;
import static io.roundhouse.lab.verdict.ResultFixture.run;
import static io.roundhouse.lab.verdict.ResultFixture.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.verdict.ResultFixture;
import io.roundhouse.lab.verdict.TextTables;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChartsTest {

    // ---- bars -----------------------------------------------------------------------------------

    @Test
    void aBarShowsMedianSpreadAndRatioToOurs() {
        Chart.Bars chart =
                bars(
                        run(
                                rate("roundhouse-railway", 100, 110, 120)
                                        .config("wait=park")
                                        .cost(2.5, 0),
                                rate("disruptor", 50, 55, 60)));
        Chart.Row ours = chart.rows().get(0);
        assertThat(ours.tag()).isEqualTo("ours");
        assertThat(ours.value()).isEqualTo(110);
        assertThat(ours.min()).isEqualTo(100);
        assertThat(ours.max()).isEqualTo(120);
        assertThat(ours.ratio()).isEmpty();
        assertThat(ours.detail()).isEqualTo("wait=park");
        assertThat(ours.cost()).isEqualTo(new Chart.Cost(2.5, "2.50 ns, 0 B"));
        Chart.Row other = chart.rows().get(1);
        assertThat(other.tag()).isEmpty();
        assertThat(other.tone()).isNotEqualTo(ours.tone());
        assertThat(other.ratio()).isEqualTo("0.50 × ours");
        assertThat(other.cost()).isNull();
    }

    @Test
    void aBarSaysHowManyConfigurationsWereNotTried() {
        assertThat(bars(run(rate("a", 1).config("wait=park").untried(2))).rows())
                .extracting(Chart.Row::detail)
                .containsExactly("wait=park (2 configurations not tried)");
    }

    @Test
    void theAxisEndsAtATickThatCoversEveryValue() {
        Chart.Bars chart = bars(run(rate("a", 1.31e9), rate("b", 2e6)));
        assertThat(chart.max()).isEqualTo(1.5e9);
        assertThat(chart.ticks())
                .extracting(Chart.Tick::label)
                .containsExactly("0", "500 M/s", "1 G/s", "1.5 G/s");
    }

    @Test
    void aPublishedFigureFarBeyondTheMeasuredOnesIsLeftToTheTable() {
        assertThat(
                        bars(run(rate("a", 100).table("T").published(150, "2013")))
                                .rows()
                                .getFirst()
                                .published())
                .isEqualTo(150.0);
        assertThat(
                        bars(run(rate("a", 100).table("T").published(15000, "2013")))
                                .rows()
                                .getFirst()
                                .published())
                .isNull();
    }

    @Test
    void anIncompleteResultIsMarked() {
        assertThat(bars(run(rate("a", 1).incomplete())).rows().getFirst().name())
                .isEqualTo("a (incomplete)");
    }

    // ---- lines ----------------------------------------------------------------------------------

    @Test
    void aSweepOverAWideRangeHasTwoLogarithmicAxes() {
        LabResult run = sweep();
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();
        Chart.Line line = chart.series().getFirst();
        assertThat(line.points()).extracting(Chart.Point::at).containsExactly("1", "32", "2,048");
        assertThat(line.points().get(1).x() - line.points().get(0).x())
                .isCloseTo(Math.log(32), within(1e-9));
        assertThat(line.points().get(1).y() - line.points().get(0).y()).isCloseTo(1, within(1e-9));
        assertThat(chart.x().ticks())
                .extracting(Chart.Tick::label)
                .containsExactly("1", "32", "2,048");
        assertThat(chart.y().ticks()).extracting(Chart.Tick::label).contains("10 M/s", "100 M/s");
    }

    @Test
    void workersBeyondTheCoresAreMarked() {
        LabResult run =
                run(
                        result("pi", "a").samples(1).table("T").with("workers", 1),
                        result("pi", "a").samples(2).table("T").with("workers", 2),
                        result("pi", "a").samples(2).table("T").with("workers", 4));
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();

        assertThat(chart.x().name()).isEqualTo("workers (* more than cores)");
        assertThat(chart.x().ticks()).extracting(Chart.Tick::label).containsExactly("1", "2", "4*");
        assertThat(TextTables.of(run).getFirst().rows())
                .extracting(List::getFirst)
                .containsExactly("1", "2", "4 (more than cores)");
    }

    @Test
    void moreWorkersThanCoresAreMarkedOutsideOfSweepsToo() {
        LabResult run =
                run(
                        result("pi", "a").samples(1).table("T").with("workers", 2),
                        result("pi", "a").samples(3).table("T").with("workers", 4),
                        result("pi", "roundhouse").samples(2).table("T").with("workers", 2));

        assertThat(bars(run).rows())
                .extracting(Chart.Row::detail)
                .containsExactly("4 workers (more than cores)", "2 workers");
        assertThat(HtmlReport.page(run, Map.of()))
                .contains("<h3>T: 4 workers (more than cores)</h3>")
                .contains("<h3>T: 2 workers</h3>")
                .contains(">4 workers (more than cores)</td>");
    }

    @Test
    void whereASweepIsAtItsBestBeyondTheCoresItIsSaid() {
        LabResult run =
                run(
                        worked("roundhouse", 1, 1),
                        worked("roundhouse", 2, 2),
                        worked("roundhouse", 4, 3),
                        worked("other", 1, 1).published(1, "somebody, 2014"),
                        worked("other", 2, 2).published(1, "somebody, 2014"),
                        worked("other", 4, 2).published(1, "somebody, 2014"));

        assertThat(HtmlReport.page(run, Map.of()))
                .contains("It is at its best with workers 4 (more than cores): 3 goods a second.")
                .contains("<th scope=\"row\">4 (more than cores)</th>");
    }

    private static ResultFixture worked(String system, int workers, double rate) {
        return result("pi", system)
                .samples(rate, rate, rate, rate, rate)
                .table("T")
                .with("workers", workers);
    }

    @Test
    void theMailboxWithoutABoundIsCalledUnbounded() {
        LabResult run =
                run(
                        result("pi", "roundhouse-actors").samples(1).table("T").with("bound", 16),
                        result("pi", "roundhouse-actors").samples(1).table("T").with("bound", 64),
                        result("pi", "roundhouse-actors")
                                .samples(2)
                                .table("T")
                                .with("bound", Integer.MAX_VALUE));
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();

        assertThat(chart.x().ticks())
                .extracting(Chart.Tick::label)
                .containsExactly("16", "64", "unbounded");
        assertThat(TextTables.of(run).getFirst().rows())
                .extracting(List::getFirst)
                .containsExactly("16", "64", "unbounded");
        assertThat(HtmlReport.page(run, Map.of())).doesNotContain("2,147,483,647");
    }

    @Test
    void aTableOfManySettingsTellsHowFarOursIsAhead() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 60).table("T").with("capacity", 1),
                        rate("other", 20).table("T").with("capacity", 1),
                        rate("roundhouse-railway", 60).table("T").with("capacity", 2),
                        rate("other", 120).table("T").with("capacity", 2),
                        rate("other", 120).table("T").with("capacity", 3));

        assertThat(TextTables.of(run).getFirst().header())
                .last()
                .isEqualTo("ours to the best (above 1: better)");
        assertThat(TextTables.of(run).getFirst().rows())
                .extracting(List::getLast)
                .containsExactly("3.00", "0.50", "");
    }

    @Test
    void inATableOfTimesOursIsAlsoBetterAboveOne() {
        LabResult run =
                run(
                        time("roundhouse-queue", 10).table("T").with("rate", 1),
                        time("other", 30).table("T").with("rate", 1),
                        time("roundhouse-queue", 20).table("T").with("rate", 2),
                        time("other", 10).table("T").with("rate", 2),
                        time("other", 10).table("T").with("rate", 3));

        assertThat(TextTables.of(run).getFirst().rows())
                .extracting(List::getLast)
                .containsExactly("3.00", "0.50", "");
    }

    @Test
    void whatIsAveragedIsShownByItsMean() {
        LabResult run = run(rate("a", 10, 20, 60).averaged(30), rate("b", 1, 2, 3).averaged(2));
        Chart.Bars chart = bars(run);

        assertThat(chart.rows().getFirst().value()).isEqualTo(30);
        assertThat(chart.rows().getFirst().tip()).anyMatch(line -> line.contains("mean 30"));
        assertThat(TextTables.of(run).getFirst().header())
                .contains("mean")
                .doesNotContain("median");
    }

    @Test
    void publishedFiguresAreOneDashedLineThatSaysSo() {
        LabResult run = sweep();
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();
        assertThat(chart.series())
                .filteredOn(Chart.Line::dashed)
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.name()).isEqualTo("published 2013, other hardware");
                    assertThat(line.points()).hasSize(3);
                });
    }

    @Test
    void publishedFiguresThatDifferBySystemAreALineASystem() {
        LabResult run =
                run(
                        rate("a", 1).table("T").with("capacity", 1).published(10, "2013"),
                        rate("a", 1).table("T").with("capacity", 2).published(20, "2013"),
                        rate("a", 1).table("T").with("capacity", 3).published(30, "2013"),
                        rate("b", 1).table("T").with("capacity", 1).published(11, "2013"));
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();
        assertThat(chart.series())
                .filteredOn(Chart.Line::dashed)
                .extracting(Chart.Line::name)
                .containsExactly(
                        "a, published 2013, other hardware", "b, published 2013, other hardware");
    }

    @Test
    void percentilesGoByTheNumberOfNines() {
        LabResult run =
                run(
                        time("a", 5)
                                .percentiles(
                                        Map.of(
                                                "0", 1.0, "50", 5.0, "90", 9.0, "99", 20.0, "99.9",
                                                80.0, "100", 500.0)));
        Chart.Lines chart = (Chart.Lines) lines(run).percentiles(card(run)).orElseThrow();
        assertThat(chart.x().ticks())
                .extracting(Chart.Tick::label)
                .containsExactly("min", "50 %", "90 %", "99 %", "99.9 %", "max");
        List<Double> places =
                chart.series().getFirst().points().stream().map(Chart.Point::x).toList();
        assertThat(places.get(3) - places.get(2)).isCloseTo(1, within(1e-9));
        assertThat(places.get(4) - places.get(3)).isCloseTo(1, within(1e-9));
    }

    @Test
    void roundsAreSharesOfTheSystemsOwnMedian() {
        LabResult run = run(rate("a", 90, 100, 120), rate("b", 5, 5));
        Chart.Lines chart = (Chart.Lines) lines(run).rounds(card(run)).orElseThrow();
        assertThat(chart.series()).singleElement();
        assertThat(chart.series().getFirst().points())
                .extracting(Chart.Point::y)
                .containsExactly(90.0, 100.0, 120.0);
    }

    @Test
    void aSeriesIsDrawnOverSeconds() {
        LabResult run =
                run(
                        rate("a", 5)
                                .series(
                                        new Series(
                                                List.of(0.5, 1.0, 1.5), List.of(1.0, 4.0, 5.0))));
        Chart.Lines chart = (Chart.Lines) lines(run).overTime(card(run)).orElseThrow();
        assertThat(chart.series().getFirst().points())
                .extracting(Chart.Point::x)
                .containsExactly(0.5, 1.0, 1.5);
        assertThat(chart.y().min()).isZero();
    }

    @Test
    void systemsKeepTheirColourAndOursIsNobodyElses() {
        Tones tones = new Tones(RunFixtures.railway());
        List<String> others =
                RunFixtures.railway().results().stream()
                        .filter(one -> !one.system().startsWith("roundhouse"))
                        .map(tones::of)
                        .distinct()
                        .toList();
        assertThat(others).noneMatch(tone -> tone.startsWith("ours")).hasSize(8);
    }

    @Test
    void whereTheBestIsTheDefaultItStandsForBoth() {
        LabResult run =
                run(
                        rate("roundhouse-railway", 4).table("T").with("capacity", 1).byDefault(),
                        rate("roundhouse-railway", 5).table("T").with("capacity", 1),
                        rate("roundhouse-railway", 6).table("T").with("capacity", 2),
                        rate("roundhouse-railway", 7).table("T").with("capacity", 3));
        Chart.Lines chart = (Chart.Lines) lines(run).sweep(sweepCard(run)).orElseThrow();
        assertThat(chart.series())
                .extracting(Chart.Line::name)
                .containsExactly(
                        "roundhouse-railway (default) (ours)", "roundhouse-railway (ours)");
        assertThat(chart.series().get(0).points())
                .extracting(Chart.Point::y)
                .containsExactly(4.0, 6.0, 7.0);
        assertThat(chart.series().get(1).tone()).isEqualTo("ours");
        assertThat(chart.series().get(0).tone()).isNotEqualTo("ours");
    }

    // ---- all of them ----------------------------------------------------------------------------

    static Stream<LabResult> runs() {
        return Stream.of(RunFixtures.railway(), RunFixtures.extreme(), RunFixtures.hostile());
    }

    @ParameterizedTest
    @MethodSource("runs")
    void nothingThatIsNotANumberReachesAChart(LabResult run) {
        ChapterWriter writer = new ChapterWriter(new Html(), run, Map.of());
        Chapter.of(run).forEach(writer::write);
        assertThat(writer.charts()).isNotEmpty();
        writer.charts()
                .values()
                .forEach(chart -> {
                    switch (chart) {
                        case Chart.Bars bars -> {
                            finite(bars.max());
                            bars.ticks().forEach(tick -> finite(tick.at()));
                            bars.rows().forEach(row -> finite(row.value(), row.min(), row.max()));
                            bars.rows().forEach(row -> row.samples().forEach(ChartsTest::finite));
                            bars.rows()
                                    .forEach(row ->
                                            assertThat(row.max()).isLessThanOrEqualTo(bars.max()));
                        }
                        case Chart.Lines lines -> {
                            finite(
                                    lines.x().min(),
                                    lines.x().max(),
                                    lines.y().min(),
                                    lines.y().max());
                            assertThat(lines.x().min()).isLessThan(lines.x().max());
                            assertThat(lines.y().min()).isLessThan(lines.y().max());
                            lines.series()
                                    .forEach(line ->
                                            line.points()
                                                    .forEach(point -> {
                                                        finite(
                                                                point.x(),
                                                                point.y(),
                                                                point.min(),
                                                                point.max());
                                                        assertThat(point.y())
                                                                .isBetween(
                                                                        lines.y().min(),
                                                                        lines.y().max());
                                                    }));
                        }
                    }
                });
    }

    private static void finite(double... values) {
        for (double value : values) {
            assertThat(value).isFinite();
        }
    }

    private static LabResult sweep() {
        return run(
                rate("a", 5e6).table("T").with("capacity", 1).published(4e6, "railway-2013"),
                rate("a", 5e7).table("T").with("capacity", 32).published(4e7, "railway-2013"),
                rate("a", 5e8).table("T").with("capacity", 2048).published(4e8, "railway-2013"),
                rate("b", 6e6).table("T").with("capacity", 1).published(4e6, "railway-2013"),
                rate("b", 6e7).table("T").with("capacity", 32).published(4e7, "railway-2013"));
    }

    private static Chart.Bars bars(LabResult run) {
        return (Chart.Bars)
                new BarCharts(new Tones(run), run.environment().cores())
                        .results(card(run))
                        .orElseThrow();
    }

    private static LineCharts lines(LabResult run) {
        return new LineCharts(new Tones(run), run.environment().cores());
    }

    private static Card card(LabResult run) {
        return Chapter.of(run).getFirst().cards().getFirst();
    }

    private static Card sweepCard(LabResult run) {
        return Chapter.of(run).getFirst().cards().stream()
                .filter(Card::isSweep)
                .findFirst()
                .orElseThrow();
    }
}
