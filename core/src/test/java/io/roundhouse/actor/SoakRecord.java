package io.roundhouse.actor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What a long soak has done and found, as Markdown, in the folder of the results. */
record SoakRecord(
        String name,
        String commit,
        List<String> arguments,
        int rounds,
        SoakTally tally,
        List<String> wrong) {

    SoakRecord {
        arguments = List.copyOf(arguments);
        wrong = List.copyOf(wrong);
    }

    /** Of the work tree; to be asked when a soak begins. */
    static String commitHere() {
        return said("git", "describe", "--always", "--dirty");
    }

    /** Writes it into that folder, which there is; returns where. */
    Path write(Path folder) {
        LocalDate date = LocalDate.now();
        String what = name.toLowerCase(Locale.ROOT);
        String seed = "seed" + arguments.getLast();
        Path file = folder.resolve(String.join("-", date.toString(), what, commit, seed) + ".md");
        try {
            return Files.writeString(file, text(date), StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(LocalDate date) {
        return "# "
                + name
                + ": random graphs of actors, whose books must balance\n\n"
                + String.format(
                        Locale.ROOT,
                        "Run on %s: %s, %d processors, %s %s; JDK %s %s; commit %s; by `java -ea … io.roundhouse.actor.%s"
                                + " %s`, which wrote this: seconds, the most workers, the first seed. The machine may have"
                                + " had other work: what is counted here is what was handled, not time.%n%n",
                        date,
                        processor(),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.arch"),
                        System.getProperty("java.runtime.version"),
                        System.getProperty("java.vendor"),
                        commit,
                        name,
                        String.join(" ", arguments))
                + String.format(
                        Locale.ROOT,
                        "%,d houses, one after the other: %,d tokens handled; %d houses in which one was lost, handled"
                                + " twice, out of order, or beside another one, or that did not come to rest.%n%n"
                                + "Handled by %s.%n",
                        rounds,
                        tally.all(),
                        wrong.size(),
                        tally)
                + (wrong.isEmpty() ? "" : "\n- " + String.join("\n- ", wrong) + "\n");
    }

    private static String processor() {
        String name = said("sh", "-c", "grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2");
        return name.isEmpty() ? "unnamed processor" : name;
    }

    /** What that command prints; nothing where there is none. */
    private static String said(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(1, TimeUnit.MINUTES) ? said.strip() : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
