package io.roundhouse.lab.study;

import io.roundhouse.lab.model.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every table of "Running rings around Scala" and of the three answers to it (2009), with the
 * better test that the last of them asks for, and the trap it found on its way.
 */
public final class RingsStudy implements Study {

    private static final String ERLANG = "erlang";
    private static final String SCALA = "scala-actors";
    private static final String SIMPLE = "simple-ring";
    private static final String OPTIMIZED = "optimized-ring";
    private static final String FORK_JOIN = "fork-join";

    private static final int NODES = 100;
    private static final long PUBLISHED_MESSAGES = 100_000_000;
    private static final int PUBLISHED_TOKENS = 4;
    private static final long PUBLISHED_POINTS = 2 * 10_000_000L;

    @Override
    public String name() {
        return "rings";
    }

    @Override
    public String summary() {
        return "what does it cost to pass a message from actor to actor? (Miller; Le Floc'h, 2009)";
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        oneToken(cells);
        construct(cells);
        betterTest(
                cells,
                10,
                100_000,
                seconds(82, 71, "Scala Actors"),
                seconds(137, 137, "SimpleRing"),
                List.of(
                        seconds(89, 100, "OptimizedRing 1 thread"),
                        seconds(57, 61, "OptimizedRing 2 threads"),
                        seconds(78, 81, "OptimizedRing 4 threads")));
        betterTest(
                cells,
                100,
                10_000,
                seconds(47, 30, "Scala Actors"),
                seconds(58, 58, "SimpleRing"),
                List.of(
                        seconds(71, 80, "OptimizedRing 1 thread"),
                        seconds(37, 43, "OptimizedRing 2 threads"),
                        seconds(39, 25, "OptimizedRing 4 threads")));
        manyTokens(cells);
        trap(cells);
        return cells;
    }

    private static void oneToken(List<Cell> cells) {
        String table = "The ring: 100 nodes, 1 token, no work";
        cells.add(
                Cell.of(table, "ring", Map.of("nodes", NODES))
                        .printed(ERLANG, rate(77_354, 77_354, "Erlang R12B"))
                        .printed(
                                SCALA,
                                rate(
                                        121_712,
                                        578_093,
                                        "Scala 2.7.2 and 2.7.3: on JDK 1.6 (SoyLatte) 151,511 and 121,712 ms,"
                                                + " on JDK 1.6 (Apple) 306,866 and 334,774 ms, on JDK 1.5 (Apple) 578,093 ms,"
                                                + " on OpenJDK 1.6 200,308 ms, and 2,119,845 ms for 1,000M messages; second machine 270,104 ms"))
                        .printed(SIMPLE, rate(493_073, 493_073, "SimpleRing, second machine"))
                        .items(PUBLISHED_MESSAGES));
        String byThreads = "The ring by threads: a pool for all nodes, as published";
        cells.add(threads(byThreads, 1, 60_660, "1 thread"));
        cells.add(
                Cell.of(byThreads, "ring", Map.of("nodes", NODES, "threads", 2))
                        .among(OPTIMIZED, FORK_JOIN)
                        .items(PUBLISHED_MESSAGES));
        cells.add(threads(byThreads, 4, 84_727, "4 threads"));
        cells.add(threads(byThreads, 5, 62_593, "5+ threads"));
    }

    private static Cell threads(String table, int threads, double millis, String row) {
        return Cell.of(table, "ring", Map.of("nodes", NODES, "threads", threads))
                .among(OPTIMIZED, FORK_JOIN)
                .printed(OPTIMIZED, rate(millis, millis, "OptimizedRing, " + row))
                .items(PUBLISHED_MESSAGES);
    }

    private static void construct(List<Cell> cells) {
        String table = "Making the nodes of a ring";
        cells.add(
                Cell.of(table, "construct", Map.of("nodes", 100))
                        .printed(ERLANG, millis(0.2, 0.2, "Erlang R12B, spawn 100"))
                        .printed(
                                SCALA,
                                millis(
                                        8,
                                        15,
                                        "Scala 2.7.2 and 2.7.3, spawn 100: 10, 8, 10, 13 and 9 ms; second machine 15 ms"))
                        .printed(SIMPLE, millis(11, 11, "SimpleRing, second machine, spawn 100"))
                        .printed(
                                OPTIMIZED,
                                millis(
                                        5,
                                        6,
                                        "OptimizedRing, second machine, spawn 100: 5 ms with 1 thread, 6 ms with 4, 5 ms with 5+")));
        cells.add(
                Cell.of(table, "construct", Map.of("nodes", 20_000))
                        .printed(ERLANG, millis(120, 120, "Erlang R12B, spawn 20k"))
                        .printed(
                                SCALA,
                                millis(
                                        124,
                                        410,
                                        "Scala 2.7.2 and 2.7.3, spawn 20k: 345, 356, 315, 410 and, on JDK 1.5, 124 ms"))
                        .whenSmoke(Map.of("nodes", 1_000)));
    }

    private record Seconds(double core2Duo, double core2Quad, String row) {}

    private static Seconds seconds(double core2Duo, double core2Quad, String row) {
        return new Seconds(core2Duo, core2Quad, row);
    }

    private static void betterTest(
            List<Cell> cells,
            int work,
            long rounds,
            Seconds scala,
            Seconds simple,
            List<Seconds> optimized) {
        String table = "The better test: 4 tokens, work " + work;
        long messages = NODES * PUBLISHED_TOKENS * rounds;
        cells.add(
                Cell.of(table, "ring", betterTest(work, 0))
                        .printed(SCALA, rate(messages, scala))
                        .printed(SIMPLE, rate(messages, simple))
                        .items(messages));
        int threads = 1;
        for (Seconds seconds : optimized) {
            cells.add(
                    Cell.of(table, "ring", betterTest(work, threads))
                            .among("by-hand", OPTIMIZED, FORK_JOIN)
                            .printed(OPTIMIZED, rate(messages, seconds))
                            .items(messages));
            threads *= 2;
        }
    }

    private static Map<String, Object> betterTest(int work, int threads) {
        return Map.of("nodes", NODES, "tokens", PUBLISHED_TOKENS, "work", work, "threads", threads);
    }

    private static void manyTokens(List<Cell> cells) {
        String table = "16 tokens and no work: is one thread still the fastest?";
        cells.add(
                Cell.of(table, "ring", Map.of("nodes", NODES, "tokens", 16))
                        .items(PUBLISHED_MESSAGES));
        cells.add(
                Cell.of(table, "ring", Map.of("nodes", NODES, "tokens", 16, "threads", 1))
                        .among(OPTIMIZED, FORK_JOIN)
                        .items(PUBLISHED_MESSAGES));
    }

    private static void trap(List<Cell> cells) {
        String table = "The trap: a shared random generator";
        for (int threads = 1; threads <= 2; threads++) {
            cells.add(
                    Cell.of(table, "random-trap", Map.of("threads", threads))
                            .items(PUBLISHED_POINTS));
        }
        cells.add(
                Cell.of(table, "random-trap", Map.of("threads", 2, "generator", "thread-local"))
                        .among("per-thread")
                        .items(PUBLISHED_POINTS));
    }

    /** The time of 100 million messages as messages a second. */
    private static Published rate(double fastestMillis, double slowestMillis, String row) {
        return range(
                PUBLISHED_MESSAGES * 1e3 / slowestMillis,
                PUBLISHED_MESSAGES * 1e3 / fastestMillis,
                "rings-2009, " + row);
    }

    private static Published rate(long messages, Seconds seconds) {
        double duo = messages / seconds.core2Duo;
        double quad = messages / seconds.core2Quad;
        String row =
                seconds.core2Duo == seconds.core2Quad
                        ? "Core2Duo %.0f s".formatted(seconds.core2Duo)
                        : "Core2Duo %.0f s, Core2Quad %.0f s"
                                .formatted(seconds.core2Duo, seconds.core2Quad);
        return range(
                Math.min(duo, quad),
                Math.max(duo, quad),
                "rings-2009, the better test, %s: %s".formatted(seconds.row, row));
    }

    private static Published millis(double low, double high, String row) {
        return range(low * 1e6, high * 1e6, "rings-2009, " + row);
    }

    private static Published range(double low, double high, String source) {
        return low == high ? Published.of(low, source) : Published.between(low, high, source);
    }
}
