package io.roundhouse.lab.run;

import io.roundhouse.lab.child.Child;
import io.roundhouse.lab.child.Line;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A child and the lab's end of the lines to it. Two threads read what it prints, blocked while it
 * prints nothing. Used by one thread, {@link #kill} apart.
 */
final class ChildProcess implements AutoCloseable {

    /** A child that failed, by its own account or by dying or by staying silent. */
    static final class ChildFailure extends Exception {
        private static final long serialVersionUID = 1;

        /** Whether it gave a wrong result: what it did before is not to be believed either. */
        final boolean wrong;

        ChildFailure(String reason) {
            this(reason, false);
        }

        ChildFailure(String reason, boolean wrong) {
            super(Answer.words(reason));
            this.wrong = wrong;
        }
    }

    private static final int KEPT_LINES = 20;
    private static final int LONGEST_LINE = 1_000;

    /** Of characters: histograms and the courses of long samples take some hundred thousand. */
    private static final int LONGEST_ANSWER = 1 << 22;

    private static final int SAID = 3;
    private static final String CRASH =
            "# A fatal error has been detected by the Java Runtime Environment:";
    private static final Pattern IN_A_TRACE =
            Pattern.compile("at \\S+\\(.*\\)|\\.\\.\\. \\d+ more");
    private static final long SLICE_MILLIS = 250;
    private static final long LAST_MILLIS = 1_000;

    private final Process process;
    private final Path scratch;
    private final BlockingQueue<Optional<Map<String, Object>>> answers =
            new LinkedBlockingQueue<>();
    private final Deque<String> lastLines = new ArrayDeque<>();
    private final List<Thread> readers = new ArrayList<>();

    /** What it has started and, when last looked, still lived: found again when it is gone. */
    private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();

    private ChildProcess(Process process, Path scratch) {
        this.process = process;
        this.scratch = scratch;
    }

    /**
     * Starts a child; it is ready for a first request at once, and answers when it has come up. Its
     * temporary files go into a folder that is deleted when it is closed, however it ends.
     */
    static ChildProcess start(
            List<Path> classPath, List<String> flags, String workloadClass, String systemClass)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Path scratch = Files.createTempDirectory("roundhouse-child-");
        command.add("-Djava.io.tmpdir=" + scratch);
        command.addAll(flags);
        command.add("-cp");
        command.add(
                classPath.stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(File.pathSeparator)));
        command.add(Child.class.getName());
        command.add(workloadClass);
        command.add(systemClass);
        Process process;
        try {
            process = new ProcessBuilder(command).start();
        } catch (Throwable e) {
            delete(scratch);
            throw e;
        }
        return of(process, scratch, Thread.ofPlatform().factory());
    }

    /** A process that has been started, with its two readers; without both it is ended. */
    static ChildProcess of(Process process, Path scratch, ThreadFactory readers) {
        ChildProcess child = new ChildProcess(process, scratch);
        try {
            child.begin(readers.newThread(child::readAnswers), "child-out-");
            child.begin(readers.newThread(child::readErrors), "child-err-");
            return child;
        } catch (Throwable e) { // the system may give no more threads
            child.close();
            throw e;
        }
    }

    private void begin(Thread reader, String name) {
        reader.setName(name + process.pid());
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private void readAnswers() {
        try (InputStream in = process.getInputStream()) {
            CutLines lines = new CutLines(in, LONGEST_ANSWER);
            for (String line = lines.next(); line != null; line = lines.next()) {
                Optional<Map<String, Object>> answer = Line.parse(line);
                if (answer.isPresent()) {
                    answers.add(answer);
                } else {
                    keep(line); // a JVM that does not start says here why
                }
            }
        } catch (IOException e) {
            keep(e.toString()); // the pipe of a killed child
        }
        answers.add(Optional.empty());
    }

    private void readErrors() {
        try (InputStream in = process.getErrorStream()) {
            CutLines lines = new CutLines(in, LONGEST_LINE);
            for (String line = lines.next(); line != null; line = lines.next()) {
                keep(line);
            }
        } catch (IOException e) {
            keep(e.toString());
        }
    }

    /** Keeps a line that may say why it ended; where in the code that was is of no use here. */
    private void keep(String line) {
        String words = line.substring(0, Math.min(line.length(), LONGEST_LINE)).strip();
        if (words.isEmpty() || words.equals("#") || IN_A_TRACE.matcher(words).matches()) {
            return;
        }
        synchronized (lastLines) {
            lastLines.add(words);
            if (lastLines.size() > KEPT_LINES) {
                lastLines.remove();
            }
        }
    }

    /**
     * Sends a request and waits for its answer; a child that takes longer than the limit is ended.
     */
    Map<String, Object> ask(Map<String, ?> request, Duration limit)
            throws ChildFailure, InterruptedException {
        try {
            OutputStream to = process.getOutputStream();
            to.write((Line.format(request) + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException e) {
            throw new ChildFailure(lastWords());
        }
        Optional<Map<String, Object>> answer = await(limit);
        if (answer == null) {
            kill();
            throw new ChildFailure(
                    "no answer to '%s' within %.1f s: ended"
                            .formatted(request.get("do"), limit.toMillis() / 1000.0));
        }
        if (answer.isEmpty()) {
            answers.add(Optional.empty());
            throw new ChildFailure(lastWords());
        }
        if (!Boolean.TRUE.equals(answer.get().get("ok"))) {
            throw new ChildFailure(
                    String.valueOf(answer.get().get("reason")),
                    Boolean.TRUE.equals(answer.get().get("wrong")));
        }
        return answer.get();
    }

    /**
     * Waits in short slices and counts these: while the whole machine sleeps, or both processes are
     * stopped, no time passes for either. Empty when it is dead: also where something it has
     * started holds its lines open; what it said before has arrived a slice later.
     */
    private @Nullable Optional<Map<String, Object>> await(Duration limit)
            throws InterruptedException {
        long slices = Math.ceilDiv(Math.max(1, limit.toMillis()), SLICE_MILLIS);
        Optional<Map<String, Object>> answer = null;
        boolean dead = false;
        for (long slice = 0; slice < slices && answer == null; slice++) {
            answer = answers.poll(SLICE_MILLIS, TimeUnit.MILLISECONDS);
            if (answer == null && dead) {
                return Optional.empty();
            }
            dead = !process.isAlive();
        }
        return answer;
    }

    /** Where its temporary files are. */
    Path scratch() {
        return scratch;
    }

    /** What there is to say about a process that has ended by itself. */
    private String lastWords() throws InterruptedException {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            kill();
            return "its process closed its output and did not end: ended";
        }
        for (Thread reader : readers) { // its end is near, unless another holds the line open
            reader.join(LAST_MILLIS);
        }
        String words = String.join(" | ", lastThree());
        return "its process ended with status "
                + process.exitValue()
                + (words.isEmpty() ? "" : ": " + words);
    }

    /** What it said last; where its JVM has crashed, how that notice begins. */
    private List<String> lastThree() {
        synchronized (lastLines) {
            List<String> lines = List.copyOf(lastLines);
            int crash = lines.indexOf(CRASH);
            int from = crash >= 0 ? crash : Math.max(0, lines.size() - SAID);
            return lines.stream().skip(from).limit(SAID).toList();
        }
    }

    /**
     * CPU time that it has used so far, and those that it has started and that still live; zero
     * where that is not known. Called after each turn: those seen here end with it, though it be
     * dead by then.
     */
    Duration cpu() {
        started.removeIf(one -> !one.isAlive());
        process.descendants().forEach(started::add);
        return Stream.concat(Stream.of(process.toHandle()), started.stream())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Ends it at once, with whatever it has started; where it is dead, with what was seen of that.
     * Any thread.
     */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        started.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Ends it and waits until it is gone, so that it cannot disturb what is measured next. */
    @Override
    public void close() {
        kill();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delete(scratch);
    }

    /** A file that stays, because somebody still writes there, is no reason to fail. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("roundhouse: left behind: " + folder);
        }
    }
}
