package io.roundhouse.lab.run;

import com.sun.management.OperatingSystemMXBean;
import io.roundhouse.lab.model.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out where it runs. */
public final class EnvironmentProbe {

    private EnvironmentProbe() {}

    /** This machine, now; {@code flags} are those that children get. */
    public static Environment probe(List<String> flags) {
        OperatingSystemMXBean os =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Environment(
                cpu(),
                Runtime.getRuntime().availableProcessors(),
                String.format(Locale.ROOT, "%.1f GB", os.getTotalMemorySize() / 1e9),
                "%s %s %s".formatted(os.getName(), os.getVersion(), os.getArch()),
                Runtime.version() + " " + System.getProperty("java.vendor"),
                flags,
                commit(codeFolder()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                os.getSystemLoadAverage());
    }

    /** The version of this JVM, which is that of the children too. */
    static String jvmVersion() {
        Runtime.Version version = Runtime.version();
        return "%d.%d.%d".formatted(version.feature(), version.interim(), version.update());
    }

    private static String cpu() {
        return linuxCpu()
                .or(() -> output("sysctl", "-n", "machdep.cpu.brand_string"))
                .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
                .orElse(System.getProperty("os.arch"));
    }

    private static Optional<String> linuxCpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return linuxCpu(lines.toList());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty(); // not a Linux
        }
    }

    /**
     * The first processor of {@code /proc/cpuinfo}: its name, and what tells apart those of one
     * name. A host may tell its guests no more than the maker's, for processors of which one is
     * twice as fast as the other.
     */
    static Optional<String> linuxCpu(List<String> lines) {
        Map<String, String> first = new HashMap<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon >= 0) {
                first.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1));
            }
        }
        String name = first.getOrDefault("model name", "").strip();
        String kind =
                Stream.of("cpu family", "model", "stepping")
                        .filter(first::containsKey)
                        .map(word ->
                                word.replace("cpu ", "")
                                        + first.getOrDefault(word, "").stripTrailing())
                        .collect(Collectors.joining(", "));
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(kind.isEmpty() ? name : name + " (" + kind + ")");
    }

    /**
     * The commit of the checkout that folder is in. It is dirty where what is measured, or
     * measures, is not that commit's: also by a class that was never added. What else changed does
     * not matter.
     */
    static String commit(Path folder) {
        Optional<String> head = output(folder, "git", "rev-parse", "--short=12", "HEAD");
        if (head.isEmpty()) {
            return "unknown";
        }
        boolean dirty =
                output(folder, "git", "status", "--porcelain", "--", ":/core", ":/lab", ":/pom.xml")
                        .isPresent();
        return head.get() + (dirty ? "-dirty" : "");
    }

    private static Optional<String> output(String... command) {
        return output(codeFolder(), command);
    }

    /**
     * What a command prints in that folder, empty if it prints nothing or fails or is not there.
     */
    private static Optional<String> output(Path folder, String... command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            String text =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                            .strip();
            boolean ended = process.waitFor(5, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 && !text.isEmpty()
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // no such command
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /**
     * A folder inside the checkout the lab was built in: where it is started from does not matter.
     */
    private static Path codeFolder() {
        try {
            Path code =
                    Path.of(
                            EnvironmentProbe.class
                                    .getProtectionDomain()
                                    .getCodeSource()
                                    .getLocation()
                                    .toURI());
            return Files.isDirectory(code) ? code : code.resolveSibling("");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
