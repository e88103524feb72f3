package io.roundhouse.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Series;
import io.roundhouse.lab.verdict.ResultFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
    /** What is between two cells, the first one's small print included. */
    private static final String BEHIND = "(<small>[^<]*</small>)?\\s*</td>\\s*<td>";

    @Test
    void theReportIsOneFile(@TempDir Path directory) throws IOException {
        Path file =
                HtmlReport.write(
                        RunFixtures.railway(),
                        directory.resolve("a/b"),
                        Map.of("transfer", "goods go round"),
                        "Left out: a (see b).");
        assertThat(file).isEqualTo(directory.resolve("a/b/index.html"));
        try (var files = Files.list(directory.resolve("a/b"))) {
            assertThat(files).containsExactly(file);
        }
        assertThat(Files.readString(file))
                .startsWith("<!DOCTYPE html>")
                .contains("<p class=\"lead\">Goods go round. ")
                .contains("<p>Left out: a (see b).</p>");
    }

    @Test
    void thePageRefersToNothingOutsideItself() {
        String page = markup(HtmlReport.page(RunFixtures.railway(), Map.of()));
        Matcher references =
                Pattern.compile("(?:src|href|srcset|action|data)=\"([^\"]*)\"").matcher(page);
        List<String> targets = new ArrayList<>();
        while (references.find()) {
            targets.add(references.group(1));
        }
        assertThat(targets)
                .isNotEmpty()
                .allMatch(target ->
                        target.startsWith("#")
                                || target.equals("data:,")
                                || target.equals("result.json"));
        assertThat(page)
                .doesNotContain("@import")
                .doesNotContain("url(")
                .doesNotContain("<iframe")
                .doesNotContain("<img");
        assertThat(page).contains("default-src &#39;none&#39;");
    }

    @Test
    void aSystemIsHeldToItsOwnPublishedFigureAndOursToTheBest() {
        String page =
                HtmlReport.page(
                        ResultFixture.run(
                                ResultFixture.rate("array-blocking-queue", 4e6)
                                        .table("T")
                                        .with("capacity", 1)
                                        .published(8e6, "2013"),
                                ResultFixture.rate("published-railway", 9e6)
                                        .table("T")
                                        .with("capacity", 1)
                                        .published(72e6, "2013"),
                                ResultFixture.rate("roundhouse-railway", 90e6)
                                        .table("T")
                                        .with("capacity", 1),
                                ResultFixture.rate("roundhouse-railway", 90e6)
                                        .table("T")
                                        .with("capacity", 2),
                                ResultFixture.rate("roundhouse-railway", 90e6)
                                        .table("T")
                                        .with("capacity", 3)),
                        Map.of());

        assertThat(page)
                .contains("array-blocking-queue 8.00 M/s, published-railway 72.0 M/s<small>13.9 ns")
                .containsPattern("4.00 M/s" + BEHIND + "0.50<")
                .containsPattern("9.00 M/s" + BEHIND + "0.13<")
                .containsPattern("90.0 M/s" + BEHIND + "1.25<");
    }

    @Test
    void aMeanStandsBesideThePublishedMean() {
        ResultFixture[] sweep = new ResultFixture[3];
        for (int i = 0; i < sweep.length; i++) {
            sweep[i] = averaged().with("capacity", i + 1);
        }
        assertThat(publishedTable(averaged())).containsPattern("3.00 M/s" + BEHIND + "0.50<");
        assertThat(publishedTable(sweep)).containsPattern("3.00 M/s" + BEHIND + "0.50<");
    }

    private static ResultFixture averaged() {
        return ResultFixture.rate("disruptor", 1e6, 2e6, 6e6)
                .averaged(3e6)
                .table("T")
                .published(6e6, "2013");
    }

    private static String publishedTable(ResultFixture... results) {
        String page = markup(HtmlReport.page(ResultFixture.run(results), Map.of()));
        String table = page.substring(page.indexOf("other hardware, beside"));
        return table.substring(0, table.indexOf("</table>"));
    }

    @Test
    void everyChartHasATableInItsCard() {
        String page = markup(HtmlReport.page(RunFixtures.railway(), Map.of()));
        String[] articles = page.split("<article");
        assertThat(articles.length).isGreaterThan(10);
        for (int i = 1; i < articles.length; i++) {
            String article = articles[i].substring(0, articles[i].indexOf("</article>"));
            assertThat(article)
                    .contains("class=\"chart\"")
                    .contains("<table>")
                    .contains("All figures as a table");
            assertThat(article.contains("-percentiles\""))
                    .isEqualTo(article.contains("Percentiles as a table"));
            assertThat(article.contains("-time\""))
                    .isEqualTo(article.contains("over time, warm-up included."));
        }
    }

    @Test
    void aSweepShowsAtEverySettingWhetherItSettled() {
        String page =
                markup(
                        HtmlReport.page(
                                ResultFixture.run(
                                        settling(1, 3), settling(32, 3), settling(2_048, 0)),
                                Map.of()));

        assertThat(page)
                .contains("Did it settle? Over time and by round, capacity 1<")
                .contains("Did it settle? Over time and by round, capacity 32<")
                .doesNotContain("Did it settle? Over time and by round, capacity 2");
        assertThat(count(page, "-time\"")).isEqualTo(2);
    }

    private static ResultFixture settling(int capacity, int points) {
        List<Double> seconds = new ArrayList<>();
        List<Double> rates = new ArrayList<>();
        for (int point = 1; point <= points; point++) {
            seconds.add(0.1 * point);
            rates.add(1e6 * point);
        }
        return ResultFixture.rate("a", 1e6, 2e6)
                .with("capacity", capacity)
                .series(points == 0 ? null : new Series(seconds, rates));
    }

    @Test
    void aSweepOfDelaysShowsTheirDistributionAtEverySetting() {
        Map<String, Double> delays = Map.of("50", 100.0, "99", 900.0);
        String page =
                markup(
                        HtmlReport.page(
                                ResultFixture.run(
                                        ResultFixture.time("a", 1, 2)
                                                .with("rate", 1_000)
                                                .percentiles(delays),
                                        ResultFixture.time("a", 1, 2)
                                                .with("rate", 10_000)
                                                .percentiles(delays),
                                        ResultFixture.time("a", 1, 2)
                                                .with("rate", 100_000)
                                                .percentiles(delays)),
                                Map.of()));
        assertThat(page)
                .contains("<h4>rate 1,000</h4>")
                .contains("<h4>rate 10,000</h4>")
                .contains("<h4>rate 100,000</h4>");
        assertThat(count(page, "-percentiles\"")).isEqualTo(3);
        assertThat(count(page, "aria-label=\"Delay by percentile.\"")).isEqualTo(3);
    }

    @Test
    void configurationsCanBeReadAndCompared() {
        String page =
                markup(
                        HtmlReport.page(
                                ResultFixture.run(
                                        ResultFixture.rate("a", 1)
                                                .config("wait=spin one by one slots=8 (of 3 tried)")
                                                .untried(5),
                                        ResultFixture.rate("a", 1)
                                                .config("wait=park one by one slots=8")
                                                .with("producers", 2),
                                        ResultFixture.rate("b", 1).config("wait=park"),
                                        ResultFixture.rate("c", 1),
                                        ResultFixture.rate("d", 1)
                                                .config("room=8 put, drainTo(64); threads"),
                                        ResultFixture.rate("limit", 1)
                                                .config(
                                                        "n=1 (2 of 3 rounds); n=2 (1 of 3 rounds)")),
                                Map.of()));
        String systems = page.substring(page.indexOf("Who took part"));

        assertThat(systems)
                .contains(
                        "<td class=\"config\"><div><span class=\"option\">wait=spin</span> one by one"
                                + " <span class=\"shared\">slots=8</span>"
                                + " <small>(of 3 tried) (5 configurations not tried)</small>")
                .contains(
                        "<div><span class=\"option\">wait=park</span> one by one"
                                + " <span class=\"shared\">slots=8</span> </div>")
                .contains(
                        "<td class=\"config\"><div><span class=\"option\">wait=park</span> </div>")
                .contains("<td class=\"config\">–</td>")
                .contains("put, drainTo(64); threads </div>")
                .contains(
                        "n=1</span> <small>(2 of 3 rounds)</small>",
                        "n=2</span> <small>(1 of 3 rounds)</small>");
    }

    @Test
    void whoCouldNotTryAllIsNotSaidToHaveDoneSo() {
        ResultFixture all = ResultFixture.rate("a", 1).config("wait=spin");

        assertThat(HtmlReport.page(ResultFixture.run(all), Map.of()))
                .contains("the configurations its authors offer; which one");
        assertThat(HtmlReport.page(ResultFixture.run(all.untried(1)), Map.of()))
                .contains("its authors offer, as far as there was time to try them: how many were")
                .contains("(1 configuration not tried)");
    }

    @Test
    void linksWithinThePageLeadSomewhere() {
        String page = markup(HtmlReport.page(RunFixtures.railway(), Map.of()));
        Matcher links = Pattern.compile("href=\"#([^\"]*)\"").matcher(page);
        while (links.find()) {
            assertThat(page).contains("id=\"" + links.group(1) + "\"");
        }
    }

    @Test
    void everythingThatWasNotMeasuredIsNamed() {
        String page = markup(HtmlReport.page(RunFixtures.railway(), Map.of()));
        assertThat(page)
                .contains("erl not found; install erlang-base")
                .contains("no item for 20 s; the process was ended (TEST DATA)")
                .contains("a JCTools queue hands each good to one consumer, not to all")
                .contains("1 of 119 results are incomplete")
                .contains("<span class=\"chip bad\">incomplete</span>");
    }

    @Test
    void theMachineAndThePublishedFiguresAreNamed() {
        String page = markup(HtmlReport.page(RunFixtures.railway(), Map.of()));
        assertThat(page)
                .contains("TEST DATA, every figure in this file is invented")
                .contains("24.0 GB")
                .contains("default flags")
                .contains("21 November 2026, 10:00 UTC")
                .contains("0000000-test")
                .contains("./roundhouse study railway --scale quick")
                .contains("Published 2013, other hardware")
                .contains("11.0 to 11.5 M/s")
                .contains("Apache ECharts");
    }

    @Test
    void nothingInTheDataBecomesMarkup() {
        String page =
                HtmlReport.page(
                        RunFixtures.hostile(),
                        Map.of("transfer" + RunFixtures.HOSTILE, RunFixtures.HOSTILE));
        assertThat(markup(page)).doesNotContain("<img").contains("&lt;/script&gt;&lt;img src=x");
        assertThat(count(page, "<script"))
                .isEqualTo(count(page, "</script>"))
                .isEqualTo(count(HtmlReport.page(RunFixtures.railway(), Map.of()), "<script"));
    }

    @Test
    void anEmptyRunIsStillAPage() {
        LabResult empty = ResultFixture.run();
        String page = markup(HtmlReport.page(empty, Map.of()));
        assertThat(page)
                .contains("Nothing was measured.")
                .contains("Test CPU")
                .doesNotContain("class=\"chart\"");
    }

    @Test
    void whatIsNotANumberIsSaidInWords() {
        String page = markup(HtmlReport.page(RunFixtures.extreme(), Map.of()));
        assertThat(page).contains("not known").doesNotContain("NaN").doesNotContain("Infinity");
    }

    /** The page without its scripts and styles. */
    private static String markup(String page) {
        return page.replaceAll("(?s)<script.*?</script>", "")
                .replaceAll("(?s)<style>.*?</style>", "");
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
