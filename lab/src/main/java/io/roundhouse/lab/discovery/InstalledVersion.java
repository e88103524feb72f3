package io.roundhouse.lab.discovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of installed programs, as these print them. Any thread. */
final class InstalledVersion {

    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)*");
    private static final Map<List<String>, String> KNOWN = new ConcurrentHashMap<>();

    private InstalledVersion() {}

    /**
     * The first number in what the command prints, asked for once in the life of this process;
     * empty if there is none.
     */
    static String of(List<String> command) {
        return KNOWN.computeIfAbsent(command, InstalledVersion::ask);
    }

    private static String ask(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            process.onExit()
                    .orTimeout(10, TimeUnit.SECONDS)
                    .exceptionally(late -> {
                        process.destroyForcibly();
                        return process;
                    });
            String words =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher number = NUMBER.matcher(words);
            return number.find() ? number.group() : "";
        } catch (IOException e) {
            return ""; // not a reason to keep it from trying to run
        }
    }
}
