package io.roundhouse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a long run of jcstress found, as Markdown. */
final class StressReport {
    private static final Pattern TEST = Pattern.compile("^\\.* ?\\[(\\w+)] [\\w.]+\\.(\\w+)$");
    private static final Pattern OUTCOME =
            Pattern.compile("^ *(.+?) {2,}([\\d,]+) +([<>]?[\\d.]+%) +(\\w+)(?: {2}(.*))?$");

    private StressReport() {}

    /**
     * One table of all outcomes over all JVM configurations.
     *
     * @param output all that jcstress printed, verbosely
     * @param how what was run, in words
     */
    static String of(String output, LocalDate date, String how) {
        StringBuilder text = new StringBuilder();
        text.append("# What threads see of each other, tried by jcstress\n\n");
        text.append("Measured on ").append(date).append(": ").append(machine()).append("; ");
        text.append(how).append(". Written by `mvn verify -pl proof -am -Pstress`, never by hand.");
        text.append("\n\n").append(planned(output));
        text.append("\n\n| test | verdict | outcome | samples | share | expected |\n");
        text.append("| --- | --- | --- | ---: | ---: | --- |\n");
        String verdict = "";
        String test = "";
        for (String line : results(output)) {
            Matcher begins = TEST.matcher(line);
            Matcher outcome = OUTCOME.matcher(line);
            if (begins.matches()) {
                verdict = begins.group(1);
                test = begins.group(2);
            } else if (outcome.matches()) {
                text.append(row(test, verdict, outcome));
            }
        }
        return text.toString();
    }

    private static String row(String test, String verdict, Matcher outcome) {
        String words = outcome.group(5);
        return "| "
                + String.join(
                        " | ",
                        test,
                        verdict,
                        outcome.group(1),
                        outcome.group(2),
                        outcome.group(3).replace("<", "\\<"),
                        outcome.group(4).toLowerCase(Locale.ROOT)
                                + (words == null || words.isBlank() ? "" : ": " + words.strip()))
                + " |\n";
    }

    private static List<String> results(String output) {
        return output.substring(Math.max(0, output.lastIndexOf("RUN RESULTS:"))).lines().toList();
    }

    /** How many JVMs there were, and that all of them came to their end. */
    private static String planned(String output) {
        Matcher last = Pattern.compile("\\(Results: (\\d+) planned; (.*?)\\)").matcher(output);
        String found = "jcstress does not say how many JVMs it started";
        while (last.find()) {
            found = last.group(1) + " JVMs, one a test and configuration: " + last.group(2);
        }
        return found + ".";
    }

    private static String machine() {
        return processor()
                + ", "
                + Runtime.getRuntime().availableProcessors()
                + " processors, "
                + System.getProperty("os.name")
                + " "
                + System.getProperty("os.arch")
                + "; JDK "
                + System.getProperty("java.runtime.version")
                + " "
                + System.getProperty("java.vendor")
                + "; commit "
                + commit();
    }

    private static String processor() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unnamed processor");
        } catch (IOException e) {
            return "unnamed processor"; // no Linux
        }
    }

    private static String commit() {
        try {
            Process git =
                    new ProcessBuilder("git", "describe", "--always", "--dirty=, changed since")
                            .redirectErrorStream(true)
                            .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return git.waitFor() == 0 ? said.strip() : "unknown";
        } catch (IOException e) {
            return "unknown"; // no git
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
