package io.roundhouse.lab.study;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the railway is held to, beside those it is held against: the ratios of the project's own
 * targets, in one run. {@code ./roundhouse study railway-targets --scale full} measures them in
 * five processes a system, in turns. Ours stands with its default waiting.
 *
 * <p>Two of the bars are not those that were set first; the reason is in
 * docs/design/0008-bulk-at-memory-speed.md. In bulk, the published railway with trains as large as
 * it likes hands over what the machine's memory does, so nobody can be 2.5 times as fast: instead
 * ours is held to 0.95 of that limit in place of 0.85, to not being behind the published railway at
 * its best, and to twice its rate with the trains with which the article was fastest. With seven
 * unloaders it is held against the published railway too, which is faster there than the Disruptor
 * is.
 *
 * <p>Carrying references, as queues do, it is held against the queues by the figures of the longs.
 */
public final class RailwayTargets implements Study {

    private static final String OURS = "roundhouse-railway";
    private static final String OURS_LIKE_QUEUES = "roundhouse-railway-references";
    private static final String LIMIT = "limit";
    private static final String PUBLISHED = "published-railway";
    private static final String DISRUPTOR = "disruptor";
    private static final String ARRAYS = "disruptor-long-array";
    private static final String SIZED_ARRAYS = "disruptor-long-array-sized";
    private static final String BATCHES = "disruptor-batch";
    private static final String JCTOOLS = "jctools";
    private static final String ARRAY = "array-blocking-queue";
    private static final String LINKED = "linked-blocking-queue";

    private static final String CONSUMERS = "consumers";
    private static final String PRODUCERS = "producers";

    /**
     * What an item may allocate: nothing, but for what the lab itself does once a sample, its
     * threads above all. Calls and pipelines promise the same and are held to 0.1: their samples
     * have fewer items for that to be spread over.
     */
    private static final double NO_BYTES = 0.001;

    @Override
    public String name() {
        return "railway-targets";
    }

    @Override
    public String summary() {
        return "the ratios that the railway is held to";
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                transfer("Bulk, each at its best trains × capacity", Map.of("sizes", "best"))
                        .among(LIMIT, PUBLISHED, ARRAYS, SIZED_ARRAYS, OURS)
                        .heldTo(
                                and(
                                        "bulk",
                                        better(0.95, "bulk", LIMIT),
                                        better(1, "bulk", PUBLISHED),
                                        better(1.3, "bulk", ARRAYS),
                                        better(1, "bulk", SIZED_ARRAYS))),
                equalSizes(16, 32768),
                equalSizes(8, 131072),
                transfer("Bulk, two trains as published", trains(2, 2048))
                        .among(PUBLISHED, SIZED_ARRAYS, OURS)
                        .heldTo(
                                and(
                                        "2 × 2,048",
                                        better(2, "2 × 2,048", PUBLISHED),
                                        better(1, "2 × 2,048", SIZED_ARRAYS))),
                transfer("One by one", trains(65536, 1))
                        .among(PUBLISHED, JCTOOLS, OURS, OURS_LIKE_QUEUES)
                        .heldTo(
                                and(
                                        "one by one",
                                        better(2, "one by one", PUBLISHED),
                                        better(1.2, "one by one", JCTOOLS),
                                        references(1.2, "one by one", JCTOOLS))),
                transfer("One by one, 3 producers", with(trains(65536, 3), PRODUCERS, 3))
                        .among(DISRUPTOR, LINKED, ARRAY, JCTOOLS, OURS, OURS_LIKE_QUEUES)
                        .heldTo(
                                and(
                                        "3 × 1",
                                        better(6, "3 × 1", DISRUPTOR),
                                        better(8, "3 × 1", ARRAY, LINKED),
                                        references(1.2, "3 × 1", JCTOOLS),
                                        references(8, "3 × 1", ARRAY, LINKED))),
                transfer(
                                "Batches of 10, 3 producers",
                                with(with(trains(1024, 30), PRODUCERS, 3), "batch", 10))
                        .among(BATCHES, JCTOOLS, OURS, OURS_LIKE_QUEUES)
                        .heldTo(
                                and(
                                        "batches of 10",
                                        better(2, "batches of 10", BATCHES),
                                        references(1.2, "batches of 10", JCTOOLS))),
                sevenConsumers(256, 32),
                sevenConsumers(32, 256),
                transfer(
                                "Mixed stations, 8 trains of 256",
                                Map.of("mode", "mixed", CONSUMERS, 2, "trains", 8, "capacity", 256))
                        .among(PUBLISHED, JCTOOLS, DISRUPTOR, OURS)
                        .heldTo(
                                and(
                                        "mixed",
                                        better(1, "mixed", PUBLISHED),
                                        better(1.2, "mixed", JCTOOLS),
                                        better(1.2, "mixed", DISRUPTOR))),
                Cell.of("One-way delay", "latency", Map.of())
                        .among(LIMIT, DISRUPTOR, JCTOOLS, OURS)
                        .heldTo(
                                Goal.within(
                                                2,
                                                "one-way delay, busy spin: 2 × a line's way between the cores",
                                                LIMIT)
                                        .of(OURS, "")
                                        .atItsBest(),
                                Goal.byDefault(
                                                0.8,
                                                "one-way delay: default waiting 0.8 of the best")
                                        .of(OURS, "")),
                Cell.of("Idle", "idle", Map.of())
                        .among(LIMIT, ARRAY, OURS)
                        .heldTo(
                                Goal.atMost(1, "CPU", "waiting: 1 % of a core after a second")
                                        .of(OURS, "CPU"),
                                Goal.within(
                                                1.5,
                                                "wake-up, 99th percentile: 1.5 × a bare unpark",
                                                LIMIT)
                                        .of(OURS, "wake-up delay")
                                        .atPercentile("99")));
    }

    private static Cell equalSizes(int trains, int capacity) {
        String what = "%d × %,d".formatted(trains, capacity);
        return transfer("Bulk, " + what, trains(trains, capacity))
                .among(LIMIT, PUBLISHED, SIZED_ARRAYS, OURS)
                .heldTo(and(what, better(1, what, PUBLISHED), better(1, what, SIZED_ARRAYS)));
    }

    private static Cell sevenConsumers(int trains, int capacity) {
        String what = "1 × 7, %d × %d".formatted(trains, capacity);
        return transfer(
                        "7 consumers, %d trains of %d".formatted(trains, capacity),
                        with(trains(trains, capacity), CONSUMERS, 7))
                .among(DISRUPTOR, PUBLISHED, OURS)
                .heldTo(and(what, better(1.5, what, DISRUPTOR), better(1, what, PUBLISHED)));
    }

    private static Cell transfer(String table, Map<String, Object> setting) {
        return Cell.of(table, "transfer", setting);
    }

    private static Map<String, Object> trains(int trains, int capacity) {
        return Map.of("trains", trains, "capacity", capacity);
    }

    private static Map<String, Object> with(Map<String, Object> some, String name, int value) {
        Map<String, Object> all = new LinkedHashMap<>(some);
        all.put(name, value);
        return all;
    }

    private static Goal better(double times, String what, String... others) {
        String whom = String.join(" or ", others);
        return Goal.better(times, "%s: %s × %s".formatted(what, plain(times), whom), others)
                .of(OURS, "");
    }

    /** The same for references, like for like with what queues carry. */
    private static Goal references(double times, String what, String... others) {
        return better(times, what + ", references", others).of(OURS_LIKE_QUEUES, "");
    }

    private static String plain(double times) {
        return times == Math.rint(times) ? "%.0f".formatted(times) : String.valueOf(times);
    }

    /** Those goals, and what is asked wherever goods are handed over. */
    private static Goal[] and(String what, Goal... goals) {
        return Stream.concat(
                        Arrays.stream(goals),
                        Stream.of(
                                Goal.byDefault(0.8, what + ": default waiting 0.8 of the best")
                                        .of(OURS, ""),
                                Goal.bytes(NO_BYTES, what + ": nothing allocated").of(OURS, "")))
                .toArray(Goal[]::new);
    }
}
