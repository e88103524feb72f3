package io.roundhouse.lab.verdict;

import io.roundhouse.lab.model.LabResult;
import io.roundhouse.lab.model.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of things in plain English: workloads, studies, settings. A workload, parameter or metric that is not known
 * here gets its own name as its words, so a new workload needs no change.
 */
public final class Words {

    /** The system that stands for the machine's own bound. */
    public static final String LIMIT = "limit";

    private static final String OURS = "roundhouse";

    private record Workload(String title, String sentence) {}

    private static final Map<String, Workload> WORKLOADS = Map.ofEntries(
            workload("ring", "Ring", "A token is passed round a ring of nodes, message by message; each node knows only the next."),
            workload("construct", "Construction", "The time to make the nodes of a ring, before any message is sent."),
            workload("spawn-chain", "Spawn chain", "Each node starts the next, reports to the source, and stops: what it costs to make and end actors."),
            workload("ping-pong", "Ping-pong", "Two actors answer each other, one message at a time: the cost of a message when nothing can be batched."),
            workload("calls", "Calls", "One object calls ping on another, which calls pong back: method calls that cross threads, counted as pairs."),
            workload("transfer", "Transfer", "Producer threads hand goods to consumer threads as fast as they can; each consumer counts and sums what it gets."),
            workload("latency", "Latency", "Goods are sent at a steady rate; the delay of each runs from the moment it was due to be sent until it is received."),
            workload("idle", "Idle", "Threads wait with nothing to do: what waiting costs, and how long it takes to wake one up."),
            workload("pi", "Pi", "Many small jobs add up the Leibniz series for π: where the jobs are short, the cost of handing them out shows."),
            workload("random-trap", "Random trap", "Two Monte Carlo runs with one random generator shared by all threads, and with one a thread."),
            workload("channel", "Channel", "Items pass through a channel from producers to consumers; with capacity 0 each meets its receiver."),
            workload("select", "Select", "A receiver waits on several channels at once and takes from whichever is ready."),
            workload("pipeline", "Pipeline", "Events pass through the stages of an assembly line."));

    /** Parameters a contender may choose freely to do the same job: the best choice counts. */
    private static final Map<String, Set<String>> TUNING = Map.of(
            "transfer", Set.of("trains", "capacity"),
            "ring", Set.of("threads"),
            "pi", Set.of("workers"));

    private static final Map<String, String> STUDY_YEARS =
            Map.of("railway", "2013", "rings", "2009", "spawn-chain", "2011", "models", "2014");

    private static final Pattern YEAR = Pattern.compile("(?<!\\d)(?:19|20)\\d\\d(?!\\d)");

    private Words() {}

    // ---- systems ---------------------------------------------------------------------------------------------------

    /** Whether a system is this project's own. */
    public static boolean ours(String system) {
        return system.equals(OURS) || system.startsWith(OURS + "-");
    }

    /** Whether a result is this project's own. */
    public static boolean ours(Result result) {
        return ours(result.system());
    }

    /** Whether a result is the machine's own bound rather than a contender. */
    public static boolean limit(Result result) {
        return result.system().equals(LIMIT);
    }

    // ---- workloads and studies ---------------------------------------------------------------------------------------

    /** A workload's name as a heading. */
    public static String title(String workload) {
        Workload known = WORKLOADS.get(workload);
        return known == null ? capital(workload.replace('-', ' ')) : known.title;
    }

    /** What a workload measures, in a sentence; empty for one that is not known here. */
    public static String sentence(String workload) {
        Workload known = WORKLOADS.get(workload);
        return known == null ? "" : known.sentence;
    }

    /** The parameters that a contender of a workload may choose freely. */
    public static Set<String> tuning(String workload) {
        return TUNING.getOrDefault(workload, Set.of());
    }

    /** A run as a heading, from the command that started it. */
    public static String title(LabResult result) {
        String[] words = result.command().strip().split("\\s+");
        if (words.length > 1 && words[0].equals("study") && !words[1].startsWith("-")) {
            return capital(words[1].replace('-', ' ')) + ": the published study, measured again here";
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
        String when = year.find()
                ? year.group()
                : result.study() == null ? "" : STUDY_YEARS.getOrDefault(result.study(), "");
        return "published" + (when.isEmpty() ? "" : " " + when) + ", other hardware";
    }

    // ---- settings ----------------------------------------------------------------------------------------------------

    /** The parameters that say what the job is, without those a contender may choose. */
    public static Map<String, Object> shape(Result result) {
        Map<String, Object> shape = new LinkedHashMap<>(result.parameters());
        shape.keySet().removeAll(tuning(result.workload()));
        return shape;
    }

    /** The parameters a contender may choose. */
    public static Map<String, Object> choices(Result result) {
        Map<String, Object> choices = new LinkedHashMap<>(result.parameters());
        choices.keySet().retainAll(tuning(result.workload()));
        return choices;
    }

    /**
     * A setting in words, such as {@code 3 producers, 1 consumer, 2 trains of 2,048}; empty without parameters.
     *
     * @param workload the workload whose setting it is
     * @param parameters parameters by name
     */
    public static String setting(String workload, Map<String, Object> parameters) {
        Map<String, Object> left = new LinkedHashMap<>(parameters);
        List<String> parts = new ArrayList<>();
        Object mode = left.remove("mode");
        boolean mixed = "mixed".equals(mode);
        Object producers = left.remove("producers");
        if (producers != null) {
            parts.add(counted(producers, "producer"));
        }
        Object consumers = left.remove("consumers");
        if (consumers != null) {
            parts.add(counted(consumers, mixed ? "mixed station" : "consumer"));
        }
        if (mode != null && !mixed) {
            boolean several = !(consumers instanceof Number number) || number.longValue() > 1;
            if (mode.equals("each")) {
                if (several) {
                    parts.add("each sees every good");
                }
            } else if (mode.equals("share")) {
                if (several) {
                    parts.add("each good goes to one");
                }
            } else {
                parts.add("mode " + mode);
            }
        } else if (mixed && consumers == null) {
            parts.add("mixed stations");
        }
        Object trains = left.get("trains");
        Object capacity = left.get("capacity");
        if (trains != null && capacity != null) {
            left.remove("trains");
            left.remove("capacity");
            parts.add(counted(trains, "train") + " of " + value(capacity));
        } else if (trains != null) {
            left.remove("trains");
            parts.add(counted(trains, "train"));
        }
        Object batch = left.get("batch");
        if (batch != null) {
            left.remove("batch");
            boolean one = batch instanceof Number number && number.longValue() == 1;
            if (!one) {
                parts.add("batches of " + value(batch));
            } else if (parameters.size() == 1) {
                parts.add("one by one");
            }
        }
        Object rate = left.remove("rate");
        if (rate != null) {
            parts.add(value(rate) + " goods a second");
        }
        Object waiters = left.remove("waiters");
        if (waiters != null) {
            parts.add(counted(waiters, "waiting thread"));
        }
        left.forEach((name, value) -> parts.add(name + " " + value(value)));
        return String.join(", ", parts);
    }

    /** A parameter's value: numbers with their thousands set apart, everything else as it is. */
    public static String value(Object value) {
        return value instanceof Number number ? Units.number(number.doubleValue()) : String.valueOf(value);
    }

    /** A metric as the name of an axis, such as {@code goods a second} or {@code one-way delay}. */
    public static String axis(Result result) {
        return result.unit().equals("1/s") ? result.metric() + " a second" : result.metric();
    }

    /** {@code higher is better} or {@code lower is better}. */
    public static String better(Result result) {
        return result.higherIsBetter() ? "higher is better" : "lower is better";
    }

    // ---- inside ------------------------------------------------------------------------------------------------------

    /** Best first by this result's sense of better; the machine's limit before all contenders. */
    public static Comparator<Result> bestFirst() {
        Comparator<Result> byMedian = (a, b) ->
                a.higherIsBetter() ? Double.compare(b.median(), a.median()) : Double.compare(a.median(), b.median());
        return Comparator.comparing((Result result) -> !limit(result)).thenComparing(byMedian);
    }

    private static String counted(Object number, String noun) {
        boolean one = number instanceof Number n && n.longValue() == 1;
        return value(number) + " " + noun + (one ? "" : "s");
    }

    /** A text with its first letter in upper case. */
    public static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static Map.Entry<String, Workload> workload(String name, String title, String sentence) {
        return Map.entry(name, new Workload(title, sentence));
    }
}
