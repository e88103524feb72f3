package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Published;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of things in plain English: runs, settings, axes. Parameters that are not known here
 * are written by their own names, so a new workload needs no change.
 */
public final class Words {

    private static final String OURS = "roundhouse";
    private static final String WORKERS = "workers";
    private static final String BOUND = "bound";
    private static final String UNBOUNDED = "unbounded";

    /** Parameters a contender may choose freely to do the same job: the best choice counts. */
    private static final Map<String, Set<String>> TUNING =
            Map.of(
                    "transfer", Set.of("trains", "capacity"),
                    "ring", Set.of("threads"),
                    "pi", Set.of(WORKERS));

    private static final Map<String, String> STUDY_YEARS =
            Map.of("railway", "2013", "rings", "2009", "spawn-chain", "2011", "models", "2014");

    private static final int NAMED = 5;
    private static final Pattern YEAR = Pattern.compile("(?<!\\d)(?:19|20)\\d\\d(?!\\d)");

    /** What {@link #ofTried} adds. */
    private static final Pattern OF_TRIED = Pattern.compile(" \\(of \\d+ tried\\)");

    private Words() {}

    // ---- systems --------------------------------------------------------------------------------

    /** Whether a system is this project's own. */
    public static boolean ours(String system) {
        return system.equals(OURS) || system.startsWith(OURS + "-");
    }

    /** Whether a result is this project's own. */
    public static boolean ours(Result result) {
        return ours(result.system());
    }

    /** Whether a result is a bound rather than a contender. */
    public static boolean bound(Result result) {
        return result.bound();
    }

    /** A bound in a sentence, such as {@code the machine's own limit}. */
    public static String namedBound(Result bound) {
        return bound.system().equals(Result.LIMIT)
                ? "the machine's own limit"
                : "the bound, " + bound.system();
    }

    /** A configuration that was found to be the best of so many, itself among them. */
    public static String ofTried(String config, int tried) {
        return tried == 1 ? config : config + " (of " + tried + " tried)";
    }

    /** Its configuration, and how many others of its system were not tried. */
    public static String config(Result result) {
        return withUntried(result.config(), result.untried());
    }

    /** The same without the number of those that were tried. */
    public static String shortConfig(Result result) {
        String config = OF_TRIED.matcher(result.config()).replaceAll("");
        return withUntried(config, result.untried());
    }

    private static String withUntried(String config, int untried) {
        return untried == 0
                ? config
                : (config + " (" + counted(untried, "configuration") + " not tried)").strip();
    }

    // ---- workloads and studies ------------------------------------------------------------------

    /** A workload's name as a heading. */
    public static String title(String workload) {
        return capital(workload.replace('-', ' '));
    }

    /** A workload and a setting of it, such as {@code Transfer 3 producers}. */
    static String named(String workload, Map<String, Object> parameters, int cores) {
        return (title(workload) + " " + setting(workload, parameters, cores)).strip();
    }

    /**
     * The first five of some settings, and how many more there are.
     *
     * @param all how many settings the run has, these among them
     */
    static String some(List<String> settings, int all) {
        String first = settings.stream().limit(NAMED).collect(Collectors.joining(", "));
        return settings.size() <= NAMED
                ? first
                : "%s, and %d more settings (%d in all)"
                        .formatted(first, settings.size() - NAMED, all);
    }

    /** The systems of some results by workload, such as {@code transfer jctools, disruptor}. */
    static List<String> byWorkload(Stream<Result> results) {
        Map<String, Set<String>> systems = new LinkedHashMap<>();
        results.forEach(one ->
                systems.computeIfAbsent(one.workload(), name -> new LinkedHashSet<>())
                        .add(one.system()));
        return systems.entrySet().stream()
                .map(one -> one.getKey() + " " + String.join(", ", one.getValue()))
                .toList();
    }

    /** The parameters that a contender of a workload may choose freely. */
    public static Set<String> tuning(String workload) {
        return TUNING.getOrDefault(workload, Set.of());
    }

    /** A run as a heading, from the command that started it. */
    public static String title(LabResult result) {
        String[] words = result.command().strip().split("\\s+");
        if (words.length > 1 && words[0].equals("study") && !words[1].startsWith("-")) {
            if (words[1].endsWith("-targets")) {
                return capital(words[1].replace('-', ' ')) + ", measured on this machine";
            }
            return capital(words[1].replace('-', ' '))
                    + ": the published study, measured again here";
        }
        if (words.length > 1 && words[0].equals("run") && !words[1].startsWith("-")) {
            return title(words[1]) + ", measured on this machine";
        }
        return "What it costs for threads to talk to each other, measured on this machine";
    }

    /** Where published figures come from, such as {@code published 2013, other hardware}. */
    public static String published(Result result) {
        String source = result.published() == null ? "" : result.published().source();
        Matcher year = YEAR.matcher(source);
        String when =
                year.find()
                        ? year.group()
                        : result.study() == null
                                ? ""
                                : STUDY_YEARS.getOrDefault(result.study(), "");
        return "published" + (when.isEmpty() ? "" : " " + when) + ", other hardware";
    }

    // ---- settings -------------------------------------------------------------------------------

    /** The parameters that say what the job is, without those a contender may choose. */
    public static Map<String, Object> shape(Result result) {
        Map<String, Object> shape = new LinkedHashMap<>(result.parameters());
        shape.keySet().removeAll(tuning(result.workload()));
        return shape;
    }

    /** Whether each system chose its own trains and capacity: those of the setting mean nothing. */
    public static boolean ownSizes(Result result) {
        return "best".equals(result.parameters().get("sizes"));
    }

    /** The parameters a contender may choose, where the setting chose them for all. */
    public static Map<String, Object> choices(Result result) {
        if (ownSizes(result)) {
            return Map.of();
        }
        Map<String, Object> choices = new LinkedHashMap<>(result.parameters());
        choices.keySet().retainAll(tuning(result.workload()));
        return choices;
    }

    /**
     * A setting in words, such as {@code 3 producers, 1 consumer, 2 trains of 2,048}; empty without
     * parameters.
     *
     * @param workload the workload whose setting it is
     * @param parameters parameters by name
     * @param cores processors of the machine: more workers than these are marked
     */
    public static String setting(String workload, Map<String, Object> parameters, int cores) {
        Map<String, Object> left = new LinkedHashMap<>(parameters);
        List<String> parts = new ArrayList<>();
        boolean mixed = "mixed".equals(left.get("mode"));
        boolean several = !one(left.get("consumers"));
        say(left, "producers", value -> parts.add(counted(value, "producer")));
        say(
                left,
                "consumers",
                value -> parts.add(counted(value, mixed ? "mixed station" : "consumer")));
        say(
                left,
                "mode",
                value -> {
                    switch (value.toString()) {
                        case "each" ->
                                parts.addAll(several ? List.of("each sees every good") : List.of());
                        case "share" ->
                                parts.addAll(
                                        several ? List.of("each good goes to one") : List.of());
                        case "mixed" ->
                                parts.addAll(
                                        parameters.containsKey("consumers")
                                                ? List.of()
                                                : List.of("mixed stations"));
                        default -> parts.add("mode " + value);
                    }
                });
        say(
                left,
                "sizes",
                value -> {
                    if (value.equals("best")) {
                        left.keySet().removeAll(tuning("transfer"));
                        parts.add("each at its best trains × capacity");
                    }
                });
        if (left.containsKey("trains")) {
            Object capacity = left.remove("capacity");
            say(
                    left,
                    "trains",
                    value ->
                            parts.add(
                                    counted(value, "train")
                                            + (capacity == null ? "" : " of " + value(capacity))));
        }
        say(
                left,
                "batch",
                value ->
                        parts.addAll(
                                one(value) ? List.of() : List.of("batches of " + value(value))));
        say(left, "rate", value -> parts.add(value(value) + " goods a second"));
        say(left, "waiters", value -> parts.add(counted(value, "waiting thread")));
        say(
                left,
                "ends",
                value ->
                        parts.addAll(
                                value.equals("one")
                                        ? List.of()
                                        : List.of("on lines for " + value)));
        say(left, "pause", value -> parts.add("woken every " + value(value) + " ms"));
        stages(left, parts);
        say(left, "publishers", value -> parts.add(counted(value, "publisher")));
        say(
                left,
                "scenario",
                value ->
                        parts.addAll(
                                value.equals("alone") ? List.of() : List.of(value.toString())));
        if (left.containsKey("jobs")) {
            Object steps = left.remove("steps");
            say(
                    left,
                    "jobs",
                    value ->
                            parts.add(
                                    counted(value, "job")
                                            + (steps == null
                                                    ? ""
                                                    : " of " + counted(steps, "step"))));
        }
        say(
                left,
                WORKERS,
                value -> parts.add(counted(value, "worker") + beyondCores(WORKERS, value, cores)));
        say(
                left,
                BOUND, // 0: as the system comes
                value -> parts.addAll(value.equals(0) ? List.of() : List.of(named(BOUND, value))));
        say(left, "argument", value -> parts.add(value + " argument"));
        say(left, "nodes", value -> parts.add(counted(value, "node")));
        say(left, "tokens", value -> parts.add(counted(value, "token")));
        say(left, "actors", value -> parts.add(counted(value, "actor")));
        say(
                left,
                "work", // 0: none
                value -> parts.add(value.equals(0) ? "no work" : "work " + value(value)));
        say(
                left,
                "threads", // 0: one a core, as nearly always
                value ->
                        parts.addAll(
                                value.equals(0) ? List.of() : List.of(counted(value, "thread"))));
        say(
                left,
                "gc",
                value ->
                        parts.addAll(
                                value.equals("default") ? List.of() : List.of(value.toString())));
        for (String fixed :
                List.of("rounds", "calls")) { // 0: as many as the time of a sample allows
            say(
                    left,
                    fixed,
                    value ->
                            parts.addAll(
                                    value.equals(0)
                                            ? List.of()
                                            : List.of(value(value) + " " + fixed)));
        }
        say(
                left,
                "messages",
                value ->
                        parts.addAll(
                                workload.equals("ping-pong") && value.equals(0)
                                        ? List.of()
                                        : List.of(counted(value, "message"))));
        say(left, "protocol", value -> parts.add("with " + value));
        say(
                left,
                "stop",
                value ->
                        parts.addAll(
                                value.equals("direct")
                                        ? List.of()
                                        : List.of("stopped by a " + value)));
        say(
                left,
                "pairs", // 0: as many as the time of a sample allows
                value ->
                        parts.addAll(
                                value.equals(0)
                                        ? List.of()
                                        : List.of(value(value) + " pairs a sample")));
        left.forEach((name, value) -> parts.add(name + " " + value(value)));
        return String.join(", ", parts);
    }

    /** Stages and how they stand to each other, such as {@code 3 stages in a row}. */
    private static void stages(Map<String, Object> left, List<String> parts) {
        Object number = left.remove("stages");
        Object shape = left.remove("shape");
        String stages = number == null ? "stages" : counted(number, "stage");
        if (shape != null) {
            switch (shape.toString()) {
                case "chain" -> parts.add(one(number) ? stages : stages + " in a row");
                case "multicast" -> parts.add(one(number) ? stages : stages + " side by side");
                case "diamond" ->
                        parts.add(
                                one(number)
                                        ? stages + " and one behind it"
                                        : stages + " side by side and one behind them");
                default -> parts.addAll(List.of(stages, "shape " + shape));
            }
        } else if (number != null) {
            parts.add(stages);
        }
    }

    private static void say(Map<String, Object> left, String name, Consumer<Object> words) {
        Object value = left.remove(name);
        if (value != null) {
            words.accept(value);
        }
    }

    /** A parameter's value: numbers with their thousands set apart, everything else as it is. */
    public static String value(Object value) {
        return value instanceof Number number
                ? Figures.digits(number.doubleValue())
                : String.valueOf(value);
    }

    /** The value of that parameter: that of a bound which is none says so. */
    public static String value(String parameter, @Nullable Object value) {
        boolean none =
                parameter.equals(BOUND)
                        && value instanceof Number number
                        && number.longValue() == Integer.MAX_VALUE;
        return none ? UNBOUNDED : value == null ? String.valueOf(value) : value(value);
    }

    /** A parameter and its value, such as {@code capacity 64}, or {@code unbounded}. */
    public static String named(String parameter, Object value) {
        String words = value(parameter, value);
        return words.equals(UNBOUNDED) ? words : parameter + " " + words;
    }

    /** The mark of a value that asks for more than there are processors; else empty. */
    public static String beyondCores(String parameter, @Nullable Object value, int cores) {
        return isBeyondCores(parameter, value, cores) ? " (more than cores)" : "";
    }

    /** Whether a parameter asks for more of something than there are processors. */
    public static boolean isBeyondCores(String parameter, @Nullable Object value, int cores) {
        return parameter.equals(WORKERS)
                && value instanceof Number number
                && number.doubleValue() > cores;
    }

    /** A metric as the name of an axis, such as {@code goods a second} or {@code one-way delay}. */
    public static String axis(Result result) {
        return result.unit().equals("1/s") ? result.metric() + " a second" : result.metric();
    }

    /** What was published of this; empty where nothing was. */
    public static String publishedFigure(Result result) {
        Published figure = result.published();
        if (figure == null) {
            return "";
        }
        Double low = figure.low();
        Double high = figure.high();
        return low != null && high != null
                ? Figures.range(low, high, result.unit())
                : Figures.show(figure.value(), result.unit());
    }

    /** Likewise of all of them, of whom is said where they differ; empty where nothing was. */
    public static String publishedFigures(List<Result> results) {
        List<Result> sourced = results.stream().filter(one -> one.published() != null).toList();
        List<String> figures = sourced.stream().map(Words::publishedFigure).distinct().toList();
        return figures.size() <= 1
                ? String.join("", figures)
                : sourced.stream()
                        .map(one -> one.label() + " " + publishedFigure(one))
                        .distinct()
                        .collect(Collectors.joining(", "));
    }

    /** {@code higher is better} or {@code lower is better}. */
    public static String better(Result result) {
        return result.higherIsBetter() ? "higher is better" : "lower is better";
    }

    // ---- inside ---------------------------------------------------------------------------------

    /** Best first by this result's sense of better; the machine's limit before all contenders. */
    public static Comparator<Result> bestFirst() {
        Comparator<Result> byMedian =
                (a, b) ->
                        a.higherIsBetter()
                                ? Double.compare(b.figure(), a.figure())
                                : Double.compare(a.figure(), b.figure());
        return Comparator.comparing((Result result) -> !bound(result)).thenComparing(byMedian);
    }

    private static String counted(Object number, String noun) {
        return value(number) + " " + noun + (one(number) ? "" : "s");
    }

    private static boolean one(@Nullable Object value) {
        return value instanceof Number number && number.longValue() == 1;
    }

    /** A text as a sentence: its first letter in upper case, a full stop at its end. */
    public static String sentence(String text) {
        String stripped = text.strip();
        return capital(stripped) + (stripped.isEmpty() || stripped.endsWith(".") ? "" : ".");
    }

    /** A text with its first letter in upper case. */
    public static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
