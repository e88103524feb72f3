package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A program of the tests in a JVM of its own. */
public final class ChildJvm {
    /** What the JVM warns of, and sees to itself, where the stack ends in a lock of the JDK. */
    private static final String OF_THE_JVM = "ReservedStackAccess";

    private ChildJvm() {}

    /** The lines that it writes, if it ends in time. */
    public static List<String> run(
            int seconds, List<String> flags, Class<?> program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        FutureTask<List<String>> written = new FutureTask<>(() -> linesOf(child));
        Thread.ofVirtual().start(written); // at once: who writes much waits for who reads
        boolean ended = child.waitFor(seconds, TimeUnit.SECONDS);
        if (!ended) {
            child.destroyForcibly();
        }
        assertThat(ended).as("nobody waits for what never comes").isTrue();
        return written.get();
    }

    private static List<String> linesOf(Process child) {
        try (InputStream output = child.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> !each.contains(OF_THE_JVM))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
