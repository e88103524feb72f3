package io.roundhouse.lab.child;

import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.workload.Bench;
import io.roundhouse.lab.workload.Compilers;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Sample;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import io.roundhouse.lab.workload.WrongResult;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The main class of a child. Arguments: the workload's class and the system's class.
 *
 * <table>
 * <caption>Requests, in the order in which they make sense</caption>
 * <tr><th>{@code do}</th><th>with</th><th>answers</th></tr>
 * <tr><td>{@code describe}</td><td>{@code parameters}; ends what was set up before</td>
 *     <td>{@code unavailable} or {@code refuses} with a reason, or {@code variants}</td></tr>
 * <tr><td>{@code open}</td><td>{@code variant}</td><td>{@code config}</td></tr>
 * <tr><td>{@code warm}</td><td>{@code millis}</td><td>{@code seconds}, {@code rates}: the metric on the
 *     way; {@code millis} that it took, {@code compiledMillis} of the compilers</td></tr>
 * <tr><td>{@code sample}</td><td>{@code millis} or {@code items}</td><td>what {@link Sample} holds</td></tr>
 * </table>
 *
 * Every answer has {@code ok}; one that is false has {@code reason}, and {@code wrong} where goods
 * were lost, doubled or changed. What a system prints goes to standard error.
 */
public final class Child {

    private static final String NO_THREAD = "native thread";

    private final Workload workload;
    private final LabSystem system;
    private final Metric metric;
    private @Nullable Setting setting;
    private @Nullable Bench bench;
    private @Nullable Pace pace;

    private Child(Workload workload, LabSystem system) {
        this.workload = workload;
        this.system = system;
        this.metric = workload.metrics().getFirst();
    }

    /**
     * Serves requests until the input ends. Blocked in a read, or waiting for the thread that is,
     * it costs nothing.
     */
    public static void main(String[] args) throws Exception {
        PrintStream out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(
                                new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        System.setIn(InputStream.nullInputStream());
        // Ctrl-C reaches every process of the terminal: when a child ends is the lab's decision, by
        // its input's end
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> new Semaphore(0).acquireUninterruptibly()));
        Child child;
        try {
            child =
                    new Child(
                            instance(args[0], Workload.class), instance(args[1], LabSystem.class));
        } catch (Throwable e) {
            out.println("\n" + Line.format(failure(e)));
            Runtime.getRuntime().halt(1);
            return;
        }
        BlockingQueue<Map<String, Object>> requests = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("requests").start(() -> read(in, requests));
        while (true) {
            // a system may have printed to the bare file descriptor: begin on a line of our own
            out.println("\n" + Line.format(child.answer(requests.take())));
        }
    }

    /**
     * Reads until the input ends, and then ends the process, whatever it is doing: nobody is there
     * to tell any more.
     */
    private static void read(BufferedReader in, BlockingQueue<Map<String, Object>> requests) {
        try (in) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Line.parse(line).ifPresent(requests::add);
            }
        } catch (IOException e) {
            System.err.println("lab child: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    private static <T> T instance(String className, Class<T> type)
            throws ReflectiveOperationException {
        return type.cast(Class.forName(className).getConstructor().newInstance());
    }

    private Map<String, Object> answer(Map<String, Object> request) {
        try {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("ok", true);
            answer.putAll(
                    switch (String.valueOf(request.get("do"))) {
                        case "describe" -> describe(request);
                        case "open" -> open(request);
                        case "warm" -> warm(number(request, "millis") * 1_000_000);
                        case "sample" -> sample(request);
                        default ->
                                throw new IllegalArgumentException("no such request: " + request);
                    });
            return answer;
        } catch (Throwable e) {
            return failure(e);
        }
    }

    private static Map<String, Object> failure(Throwable e) {
        return Map.of("ok", false, "reason", reason(e), "wrong", cause(e) instanceof WrongResult);
    }

    /**
     * What failed, in words: for a wrong result just that, else the first cause, its trace going to
     * standard error.
     */
    static String reason(Throwable e) {
        Throwable cause = cause(e);
        if (!(cause instanceof WrongResult)) {
            e.printStackTrace();
        }
        if (cause instanceof OutOfMemoryError) {
            return cause + "; " + whatHelps(cause);
        }
        return String.valueOf(cause instanceof WrongResult ? cause.getMessage() : cause.toString());
    }

    /** What to do where memory was too small, or where the system gave no more threads. */
    private static String whatHelps(Throwable outOfMemory) {
        return String.valueOf(outOfMemory.getMessage()).contains(NO_THREAD)
                ? "ask for fewer threads with --param, or allow more (ulimit -u)"
                : "give it more, as with --jvm-args=-Xmx4g, or ask for less with --param";
    }

    private static Throwable cause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private Map<String, Object> describe(Map<String, Object> request) {
        Optional<String> unavailable = system.unavailable();
        if (unavailable.isPresent()) {
            return Map.of("unavailable", unavailable.get());
        }
        endBench();
        Setting chosen = workload.setting(map(request, "parameters"));
        setting = chosen;
        Optional<String> refusal = workload.refuses(system, chosen);
        if (refusal.isPresent()) {
            return Map.of("refuses", refusal.get());
        }
        List<Object> variants = new ArrayList<>();
        workload.variants(system, chosen).forEach(variant -> variants.add(variant.choices()));
        return Map.of("variants", variants);
    }

    private Map<String, Object> open(Map<String, Object> request) throws Exception {
        Bench opened = workload.open(system, chosen(), variant(map(request, "variant")));
        bench = opened;
        pace = new Pace(opened, metric);
        return Map.of("config", opened.config());
    }

    /** Another setting begins, where a child serves in several. */
    private void endBench() {
        if (bench != null) {
            bench.close();
            bench = null;
            pace = null;
        }
    }

    private Map<String, Object> warm(long nanos) throws Exception {
        long compiledBefore = Compilers.millis();
        long start = System.nanoTime();
        Map<String, Object> answer = new LinkedHashMap<>(current().warm(nanos));
        answer.put("millis", (System.nanoTime() - start) / 1_000_000);
        answer.put("compiledMillis", Compilers.millis() - compiledBefore);
        return answer;
    }

    private Map<String, Object> sample(Map<String, Object> request) throws Exception {
        Pace current = current();
        Sample sample =
                request.containsKey("items")
                        ? current.sampleOf(number(request, "items"))
                        : current.sample(number(request, "millis") * 1_000_000);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("items", sample.items());
        answer.put("nanos", sample.nanos());
        answer.put("values", sample.values());
        if (sample.cost() != null) {
            answer.put("cpuNanos", sample.cost().cpuNanos());
            answer.put("bytes", sample.cost().bytes());
        }
        answer.put("course", sample.course());
        answer.put("second", current.seconds());
        Map<String, Object> histograms = new LinkedHashMap<>();
        sample.histograms().forEach((name, histogram) -> histograms.put(name, encode(histogram)));
        answer.put("histograms", histograms);
        return answer;
    }

    private Setting chosen() {
        if (setting == null) {
            throw new IllegalStateException("not described yet");
        }
        return setting;
    }

    private Pace current() {
        if (pace == null) {
            throw new IllegalStateException("not opened yet");
        }
        return pace;
    }

    private static Variant variant(Object choices) {
        Map<String, String> words = new LinkedHashMap<>();
        ((Map<?, ?>) choices)
                .forEach((name, value) -> words.put(name.toString(), value.toString()));
        return new Variant(words);
    }

    private static Map<String, Object> map(Map<String, Object> request, String name) {
        Map<String, Object> copy = new LinkedHashMap<>();
        ((Map<?, ?>) request.getOrDefault(name, Map.of()))
                .forEach((key, value) -> copy.put(key.toString(), value));
        return copy;
    }

    private static long number(Map<String, Object> request, String name) {
        return ((Number) request.getOrDefault(name, 0L)).longValue();
    }

    private static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
