package io.roundhouse.lab.report;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A real browser without a window, by its command line. */
final class Browser {

    static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    /** A browser's window is never narrower than this, so a phone is a frame in a window. */
    private static final int NARROWEST_WINDOW = 500;

    private static final int SECONDS_TO_END = 120;

    private final Path command;
    private final Path directory;

    private Browser(Path command, Path directory) {
        this.command = command;
        this.directory = directory;
    }

    /** The first browser on the PATH; its files go to a directory. */
    static Optional<Browser> find(Path directory) {
        return NAMES.stream()
                .flatMap(name ->
                        Stream.of(
                                        System.getenv()
                                                .getOrDefault("PATH", "")
                                                .split(File.pathSeparator))
                                .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(command -> new Browser(command, directory));
    }

    /** Opens a page and returns what it has become, as HTML, once nothing more is due to happen. */
    String open(Path page, int width, String... flags) throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory(directory, "profile");
        Path dom = Files.createTempFile(directory, "dom", ".html");
        Path errors = Files.createTempFile(directory, "browser", ".log");
        List<String> line =
                new ArrayList<>(
                        List.of(
                                command.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync",
                                "--disable-dev-shm-usage",
                                "--no-first-run",
                                "--hide-scrollbars",
                                "--allow-file-access-from-files",
                                "--user-data-dir=" + profile,
                                "--window-size=" + width + ",900",
                                "--virtual-time-budget=20000"));
        line.addAll(List.of(flags));
        line.addAll(List.of("--dump-dom", page.toUri().toString()));
        Process process =
                new ProcessBuilder(line)
                        .redirectOutput(dom.toFile())
                        .redirectError(errors.toFile())
                        .start();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                throw new IOException("the browser did not end: " + Files.readString(errors));
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            delete(profile);
        }
        String html = Files.readString(dom);
        if (process.exitValue() != 0 || html.isBlank()) {
            throw new IOException(
                    "the browser failed: "
                            + new String(Files.readAllBytes(errors), StandardCharsets.UTF_8));
        }
        return html;
    }

    /**
     * Deletes a folder; what a process on its way out still writes there stays, in the build's own
     * folder.
     */
    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (UncheckedIOException vanishedMeanwhile) {
            return;
        }
    }

    /**
     * Opens a page in a frame as wide as a phone, runs a script there and returns what the page
     * then says about itself.
     *
     * @param script run in the outer page with the inner document as {@code inner}, when that is
     *     loaded
     */
    Map<String, String> onPhone(Path page, int width, String script, String... flags)
            throws IOException, InterruptedException {
        Path outer = Files.createTempFile(directory, "phone", ".html");
        Files.writeString(
                outer,
                """
                <!DOCTYPE html><html><body style="margin:0">
                <iframe id="phone" style="border:0;width:%dpx;height:800px" src="%s"></iframe>
                <script>
                  document.getElementById('phone').addEventListener('load', function () {
                    var inner = this.contentDocument;
                    %s
                    setTimeout(function () {
                      Object.assign(document.documentElement.dataset, inner.documentElement.dataset);
                      document.documentElement.dataset.loaded = 'yes';
                    }, 1000);
                  });
                </script></body></html>
                """
                        .formatted(width, page.toUri(), script));
        return root(open(outer, Math.max(width, NARROWEST_WINDOW), flags));
    }

    /** The {@code data-} attributes of a page's root element. */
    static Map<String, String> root(String html) {
        Matcher tag = Pattern.compile("<html[^>]*>").matcher(html);
        Map<String, String> attributes = new LinkedHashMap<>();
        if (tag.find()) {
            Matcher attribute = Pattern.compile("data-([a-z-]+)=\"([^\"]*)\"").matcher(tag.group());
            while (attribute.find()) {
                attributes.put(attribute.group(1), attribute.group(2));
            }
        }
        return attributes;
    }
}
