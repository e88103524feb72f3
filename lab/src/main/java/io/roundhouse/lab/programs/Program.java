package io.roundhouse.lab.programs;

import io.roundhouse.lab.child.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A running program, and the lines to and from it. What it says on standard error is ours too. */
final class Program implements AutoCloseable {

    /** How a program comes to be, in a folder of its own that is gone when it runs. */
    interface Recipe {

        /** Compiles what {@link #copy} and {@link #compile} bring, and returns what to start. */
        ProcessBuilder cook(Path folder) throws IOException, InterruptedException;
    }

    private final Process process;
    private final BufferedReader answers;
    private final Map<String, Object> greeting;

    private Program(Process process) throws IOException {
        this.process = process;
        this.answers =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.greeting = answer();
    }

    /** Compiles and starts a program, and waits until it is ready. */
    static Program start(Recipe recipe) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("roundhouse-program-");
        try {
            ProcessBuilder builder = recipe.cook(folder);
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            Process process = builder.start();
            try {
                return new Program(process);
            } catch (IOException e) {
                process.destroyForcibly();
                throw e;
            }
        } finally {
            delete(folder);
        }
    }

    /** Copies a source, a resource of this package, into the folder. */
    static Path copy(String source, Path folder) throws IOException {
        Path copy = folder.resolve(source);
        try (InputStream in = Program.class.getResourceAsStream(source)) {
            if (in == null) {
                throw new IOException("no resource " + source);
            }
            Files.copy(in, copy);
        }
        return copy;
    }

    /** Runs a compiler in the folder; throws with its words if it fails. */
    static void compile(Path folder, String... command) throws IOException, InterruptedException {
        Path words = folder.resolve("compiler.txt");
        Process compiler =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(words.toFile())
                        .start();
        compiler.getOutputStream().close();
        if (!compiler.waitFor(2, TimeUnit.MINUTES)) {
            compiler.destroyForcibly();
            throw new IOException(command[0] + " did not end");
        }
        if (compiler.exitValue() != 0) {
            throw new IOException(command[0] + " failed: " + Files.readString(words).strip());
        }
    }

    /** Gives an order and waits for its answer. */
    Map<String, Object> order(Object... words) throws IOException {
        String line = String.join(" ", Stream.of(words).map(Object::toString).toList());
        OutputStream to = process.getOutputStream();
        to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
        return answer();
    }

    private Map<String, Object> answer() throws IOException {
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            Optional<Map<String, Object>> answer = Line.parse(line);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
        throw new IOException("the program closed its output" + status());
    }

    /** A number of an answer. */
    static long number(Map<String, Object> answer, String name) {
        if (answer.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalStateException("no " + name + " in " + answer);
    }

    private String status() {
        try {
            return process.waitFor(5, TimeUnit.SECONDS)
                    ? " and ended with status " + process.exitValue()
                    : " and did not end";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** What it runs on and with how many workers, by its own account. */
    String config() {
        return "version=%s workers=%s".formatted(greeting.get("version"), greeting.get("workers"));
    }

    /** Ends it: its input ends, and what does not end then is ended. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
