package io.roundhouse.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.roundhouse.lab.model.LabResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Opens the report in a real browser. Where there is none these tests are skipped, and say so. */
class HtmlReportBrowserTest {

    private static final int PHONE = 360;
    private static final int DESKTOP = 1280;

    private static Browser browser;
    private static Path directory;

    @BeforeAll
    static void findABrowser() throws IOException {
        directory = Files.createDirectories(Path.of("target", "browser-test").toAbsolutePath());
        Optional<Browser> found = Browser.find(directory);
        if (found.isEmpty()) {
            String why =
                    "skipped: the report was not opened in a browser, because none of "
                            + Browser.NAMES
                            + " is on the PATH. On Debian: apt-get install chromium";
            System.out.println("HtmlReportBrowserTest " + why);
            abort(why);
        }
        browser = found.orElseThrow();
    }

    @Test
    void everyChartIsDrawnOnADesktop() throws Exception {
        String dom = browser.open(page("desktop", RunFixtures.railway()), DESKTOP);
        assertAllIsWell(Browser.root(dom), RunFixtures.railway());
        assertThat(Browser.root(dom)).containsEntry("scheme", "light");
        assertThat(svg(dom))
                .contains("roundhouse-railway")
                .contains("188 M/s") // the best of ours in its table
                .contains("#bd3f0a")
                .doesNotContain("#ff8a4c");
        assertThat(svg(dom)).doesNotContain("NaN").doesNotContain("undefined");
    }

    @Test
    void inDarkModeTheChartsHaveTheColoursOfTheDark() throws Exception {
        String dom =
                browser.open(page("dark", RunFixtures.railway()), DESKTOP, "--force-dark-mode");
        assertAllIsWell(Browser.root(dom), RunFixtures.railway());
        assertThat(Browser.root(dom)).containsEntry("scheme", "dark");
        assertThat(svg(dom)).contains("#ff8a4c").doesNotContain("#bd3f0a");
    }

    @Test
    void nothingIsWiderThanAPhone() throws Exception {
        Map<String, String> root = browser.onPhone(page("phone", RunFixtures.railway()), PHONE, "");
        assertAllIsWell(root, RunFixtures.railway());
        assertThat(root).containsEntry("client-width", String.valueOf(PHONE));
    }

    @Test
    void everyTableOpensWithOneButtonAndStillFitsAPhone() throws Exception {
        Map<String, String> root =
                browser.onPhone(
                        page("opened", RunFixtures.railway()),
                        PHONE,
                        """
                        inner.getElementById('everything').click();
                        document.documentElement.dataset.shut = String(inner.querySelectorAll('details:not([open])').length);
                        """);
        assertThat(root).containsEntry("shut", "0");
        assertAllIsWell(root, RunFixtures.railway());
    }

    @Test
    void pressingALegendHidesItsLine() throws Exception {
        Map<String, String> root =
                browser.onPhone(
                        page("legend", RunFixtures.railway()),
                        PHONE,
                        """
                        var legend = inner.querySelector('.legend');
                        var button = legend.querySelector('button.ours');
                        var count = function () {
                          return String(legend.nextElementSibling.querySelectorAll('path[stroke="#bd3f0a"]').length > 0);
                        };
                        document.documentElement.dataset.before = count();
                        button.click();
                        legend.nextElementSibling.offsetWidth;
                        setTimeout(function () {
                          document.documentElement.dataset.after = count();
                          document.documentElement.dataset.pressed = button.getAttribute('aria-pressed');
                        }, 300);
                        """);
        assertThat(root)
                .containsEntry("before", "true")
                .containsEntry("after", "false")
                .containsEntry("pressed", "false");
    }

    @Test
    void nothingInTheDataRuns() throws Exception {
        String dom = browser.open(page("hostile", RunFixtures.hostile()), DESKTOP);
        assertAllIsWell(Browser.root(dom), RunFixtures.hostile());
        assertThat(Browser.root(dom)).doesNotContainKey("broken");
        assertThat(dom.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("<img");
        assertThat(svg(dom)).contains("&lt;/script&gt;");
    }

    @Test
    void valuesAtTheEdgeAreDrawnToo() throws Exception {
        String dom = browser.open(page("extreme", RunFixtures.extreme()), DESKTOP);
        assertAllIsWell(Browser.root(dom), RunFixtures.extreme());
        assertThat(svg(dom)).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @Test
    void thePageRefusesForeignScriptsAndRequestsAndReportsThem() throws Exception {
        Path page = page("foreign", RunFixtures.railway());
        String foreign =
                Files.readString(page)
                        .replace(
                                "</footer>",
                                "</footer><script>document.documentElement.dataset.foreign = 'ran'</script><img src=\"https://example.org/x.png\">");
        Files.writeString(page, foreign);
        Map<String, String> root = Browser.root(browser.open(page, DESKTOP));
        assertThat(root).doesNotContainKey("foreign");
        assertThat(root.get("errors"))
                .contains("script-src")
                .contains("img-src")
                .contains("example.org");
    }

    private static Path page(String name, LabResult run) throws IOException {
        return HtmlReport.write(run, directory.resolve(name));
    }

    /** All charts drawn, no error, and nothing to scroll sideways for. */
    private static void assertAllIsWell(Map<String, String> root, LabResult run) {
        ChapterWriter writer = new ChapterWriter(new Html(), run, Map.of());
        Chapter.of(run).forEach(writer::write);
        String charts = String.valueOf(writer.charts().size());
        assertThat(writer.charts()).isNotEmpty();
        assertThat(root)
                .doesNotContainKey("errors")
                .containsEntry("charts", charts)
                .containsEntry("drawn", charts);
        assertThat(Integer.parseInt(root.get("scroll-width")))
                .isLessThanOrEqualTo(Integer.parseInt(root.get("client-width")));
    }

    /** What the charts have drawn. */
    private static String svg(String dom) {
        StringBuilder drawn = new StringBuilder();
        int at = dom.indexOf("<svg");
        while (at >= 0) {
            int end = dom.indexOf("</svg>", at);
            drawn.append(dom, at, end);
            at = dom.indexOf("<svg", end);
        }
        return drawn.toString();
    }
}
