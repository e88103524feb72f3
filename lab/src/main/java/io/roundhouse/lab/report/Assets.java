package io.roundhouse.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Properties;

/**
 * The files that become part of the page.
 *
 * @param css the style sheet
 * @param watch script that notes errors
 * @param echarts the chart library
 * @param report script that draws the charts
 * @param notices notices and licences of the chart library
 */
record Assets(String css, String watch, String echarts, String report, String notices) {

    private static final String WEBJAR = "/META-INF/maven/org.webjars/echarts/pom.properties";

    /**
     * The smallest build that has bars, lines, points, mark lines, tooltips and the SVG renderer.
     */
    private static final String BUILD = "echarts.common.min.js";

    /** Reads the files from the class path. */
    static Assets load() {
        return new Assets(
                own("report.css"),
                script(own("watch.js")),
                script(echartsOfTheWebjar()),
                script(own("report.js")),
                own("notices.txt"));
    }

    /**
     * The page's policy: no requests at all, and no script but these three. Styles may be set by
     * the chart library; styles can load nothing either.
     */
    String policy() {
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; script-src "
                + hash(watch)
                + " "
                + hash(echarts)
                + " "
                + hash(report);
    }

    private static String hash(String script) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static String echartsOfTheWebjar() {
        Properties webjar = new Properties();
        try (InputStream in = open(WEBJAR)) {
            webjar.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read(
                "/META-INF/resources/webjars/echarts/"
                        + webjar.getProperty("version")
                        + "/"
                        + BUILD);
    }

    /** A script as it will stand in the page. It must not contain what would end its element. */
    private static String script(String text) {
        if (text.toLowerCase(Locale.ROOT).contains("</script") || text.contains("<!--")) {
            throw new IllegalStateException("a script of the report would end its own element");
        }
        return text.replace("\r\n", "\n");
    }

    private static String own(String name) {
        return read("/io/roundhouse/lab/report/" + name);
    }

    private static String read(String resource) {
        try (InputStream in = open(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) {
        InputStream in = Assets.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException("missing on the class path: " + resource);
        }
        return in;
    }
}
