package io.roundhouse.lab.study;

import io.roundhouse.lab.model.Published;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every table of "Inter-thread communications in Java at the speed of light" (2013), and what it
 * left open.
 */
public final class RailwayStudy implements Study {

    private static final String PUBLISHED = "published-railway";
    private static final String OURS = "roundhouse-railway";
    private static final String LIMIT = "limit";

    /** Those that hand over good by good; an array of 2,048 goods is another job. */
    static final String[] ONE_BY_ONE = {
        LIMIT,
        PUBLISHED,
        "linked-blocking-queue",
        "array-blocking-queue",
        "jctools",
        "disruptor",
        OURS,
        "roundhouse-railway-references",
        "roundhouse-queue"
    };

    /** Those that hand over a few goods at a time. */
    private static final String[] IN_BATCHES = {
        LIMIT,
        PUBLISHED,
        "linked-blocking-queue",
        "jctools",
        "disruptor-batch",
        OURS,
        "roundhouse-railway-references"
    };

    /** The step at which the article's programs printed their speed. */
    private static final long PUBLISHED_GOODS = 100_000_000;

    @Override
    public String name() {
        return "railway";
    }

    @Override
    public String summary() {
        return "how fast can threads hand goods to each other? (Papou, 2013)";
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        framework(cells);
        manyToOne(cells);
        oneTrain(cells);
        twoTrains(cells);
        manyTrains(cells);
        oneToMany(cells);
        also(cells);
        return cells;
    }

    private static void framework(List<Cell> cells) {
        String table =
                "The framework: ping/pong calls between actors (printed of version 2: no significant gain;"
                        + " of version 3: better, still a long way from ten times)";
        cells.add(
                Cell.of(table, "calls", Map.of("argument", "primitive"))
                        .printed(
                                "framework-v1",
                                Published.of(500_000, "railway-2013, framework, version 1"))
                        .printed(
                                "single-thread",
                                Published.of(
                                        2_681_850_373.0,
                                        "railway-2013, one thread; its pong is empty")));
        cells.add(Cell.of(table, "calls", Map.of("argument", "fresh")));
    }

    private static void manyToOne(List<Cell> cells) {
        String table = "Queues, 3 producers and 1 consumer";
        cells.add(
                Cell.of(table, "transfer", Map.of("producers", 3, "trains", 65536, "capacity", 3))
                        .among(ONE_BY_ONE)
                        .printed(
                                "linked-blocking-queue",
                                Published.between(4.1e6, 4.7e6, source("3 producers")))
                        .printed(
                                "disruptor",
                                Published.between(11.0e6, 11.5e6, source("3 producers")))
                        .printed(PUBLISHED, Published.of(162_597_109, source("3 producers")))
                        .items(PUBLISHED_GOODS));
        cells.add(
                Cell.of(
                                table,
                                "transfer",
                                Map.of("producers", 3, "trains", 1024, "capacity", 30, "batch", 10))
                        .among(IN_BATCHES)
                        .printed(
                                "disruptor-batch",
                                Published.between(
                                        98.7e6, 128.2e6, source("3 producers, batches of 10")))
                        .items(PUBLISHED_GOODS));
    }

    private static void oneTrain(List<Cell> cells) {
        String table = "One train, two stations";
        cells.add(sweep(table, 1, 1, 5_190_883));
        cells.add(sweep(table, 1, 2, 10_282_820));
        cells.add(sweep(table, 1, 32, 104_878_614));
        cells.add(sweep(table, 1, 256, 344_614_640));
        cells.add(sweep(table, 1, 2048, 608_112_493));
        cells.add(sweep(table, 1, 32768, 767_028_751));
    }

    private static void twoTrains(List<Cell> cells) {
        String table = "Two trains, two stations";
        cells.add(sweep(table, 2, 1, 7_492_684));
        cells.add(sweep(table, 2, 2, 14_754_786));
        cells.add(sweep(table, 2, 32, 174_227_656));
        cells.add(sweep(table, 2, 256, 613_555_475));
        cells.add(sweep(table, 2, 2048, 940_144_900));
        cells.add(sweep(table, 2, 32768, 797_806_764));
    }

    private static void manyTrains(List<Cell> cells) {
        String table = "Many trains of capacity 1, two stations";
        cells.add(sweep(table, 2, 1, 10_917_951));
        cells.add(sweep(table, 32, 1, 31_233_310));
        cells.add(sweep(table, 256, 1, 42_791_962));
        cells.add(sweep(table, 1024, 1, 53_220_057));
        cells.add(
                sweep(table, 32768, 1, 71_812_166)
                        .among(ONE_BY_ONE)
                        .printed(
                                "jctools",
                                Published.of(
                                        100e6, source("lock-free SPSC queues, over 100 million")))
                        .printed(
                                "linked-blocking-queue",
                                Published.of(8e6, source("the JDK's queues, about 8 million")))
                        .printed(
                                "array-blocking-queue",
                                Published.of(8e6, source("the JDK's queues, about 8 million"))));
    }

    private static void oneToMany(List<Cell> cells) {
        String table = "1 producer and 7 consumers, every consumer sees every good";
        cells.add(
                Cell.of(table, "transfer", Map.of("consumers", 7, "trains", 256, "capacity", 32))
                        .printed(PUBLISHED, Published.of(116_604_397, source("7 consumers")))
                        .items(PUBLISHED_GOODS));
        cells.add(
                Cell.of(table, "transfer", Map.of("consumers", 7, "trains", 32, "capacity", 256))
                        .printed(PUBLISHED, Published.of(432_055_469, source("7 consumers")))
                        .items(PUBLISHED_GOODS));
    }

    private static void also(List<Cell> cells) {
        cells.add(
                sweep("Ultra-high throughput, 1 producer and 1 consumer", 2, 2048, 1_569_884_271)
                        .among(
                                LIMIT,
                                PUBLISHED,
                                OURS,
                                "disruptor-long-array",
                                "disruptor-long-array-sized"));
        cells.add(
                Cell.of(
                        "Bulk, 1 producer and 1 consumer, many large trains",
                        "transfer",
                        Map.of("trains", 16, "capacity", 32768, "batch", 1024)));
        cells.add(
                Cell.of(
                        "Mixed stations: each takes goods off and puts results on",
                        "transfer",
                        Map.of("mode", "mixed", "consumers", 2, "trains", 8, "capacity", 256)));
        String crowd = "Oversubscribed: twice as many busy threads as cores";
        cells.add(
                Cell.of(
                        crowd,
                        "transfer",
                        Map.of("scenario", "oversubscribed", "trains", 8, "capacity", 256)));
        cells.add(
                Cell.of(
                                crowd,
                                "transfer",
                                Map.of("scenario", "oversubscribed", "trains", 1024, "capacity", 1))
                        .among(ONE_BY_ONE));
        String delay = "True one-way delay, single goods at a fixed rate";
        cells.add(Cell.of(delay, "latency", Map.of("rate", 100_000)));
        cells.add(Cell.of(delay, "latency", Map.of("rate", 100_000, "producers", 3)));
        cells.add(Cell.of("Idle: a station that waits", "idle", Map.of()));
    }

    /**
     * A row of a capacity sweep between one producer and one consumer: the railways and the limit.
     */
    private static Cell sweep(String table, int trains, int capacity, double published) {
        return Cell.of(table, "transfer", Map.of("trains", trains, "capacity", capacity))
                .among(LIMIT, PUBLISHED, OURS)
                .printed(PUBLISHED, Published.of(published, source(table)))
                .items(PUBLISHED_GOODS);
    }

    private static String source(String row) {
        return "railway-2013, " + Character.toLowerCase(row.charAt(0)) + row.substring(1);
    }
}
