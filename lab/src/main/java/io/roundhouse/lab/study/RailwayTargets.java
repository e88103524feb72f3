package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/**
 * What the railway is held to, beside those it is held against: the ratios of the project's own
 * targets, in one run. {@code ./roundhouse study railway-targets --scale full} measures them in
 * five processes a system, in turns.
 */
public final class RailwayTargets implements Study {

    private static final String OURS = "roundhouse-railway";
    private static final String OURS_LIKE_QUEUES = "roundhouse-railway-references";
    private static final String LIMIT = "limit";
    private static final String PUBLISHED = "published-railway";

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
                Cell.of(
                                "Bulk, the largest trains",
                                "transfer",
                                Map.of("trains", 8, "capacity", 131072))
                        .among(
                                LIMIT,
                                PUBLISHED,
                                "disruptor-long-array",
                                "disruptor-long-array-sized",
                                OURS),
                Cell.of(
                                "Bulk, two trains as published",
                                "transfer",
                                Map.of("trains", 2, "capacity", 2048))
                        .among(PUBLISHED, "disruptor-long-array-sized", OURS),
                Cell.of("One by one", "transfer", Map.of("trains", 65536, "capacity", 1))
                        .among(PUBLISHED, "jctools", OURS, OURS_LIKE_QUEUES),
                Cell.of(
                                "One by one, 3 producers",
                                "transfer",
                                Map.of("producers", 3, "trains", 65536, "capacity", 3))
                        .among(
                                "disruptor",
                                "linked-blocking-queue",
                                "array-blocking-queue",
                                "jctools",
                                OURS,
                                OURS_LIKE_QUEUES),
                Cell.of(
                                "Batches of 10, 3 producers",
                                "transfer",
                                Map.of("producers", 3, "trains", 1024, "capacity", 30, "batch", 10))
                        .among("disruptor-batch", "jctools", OURS, OURS_LIKE_QUEUES),
                Cell.of(
                                "7 consumers, 256 trains",
                                "transfer",
                                Map.of("consumers", 7, "trains", 256, "capacity", 32))
                        .among("disruptor", PUBLISHED, OURS),
                Cell.of(
                                "7 consumers, 32 trains",
                                "transfer",
                                Map.of("consumers", 7, "trains", 32, "capacity", 256))
                        .among("disruptor", PUBLISHED, OURS),
                Cell.of("One-way delay", "latency", Map.of())
                        .among(LIMIT, "disruptor", "jctools", OURS),
                Cell.of("Idle", "idle", Map.of()).among(LIMIT, "array-blocking-queue", OURS));
    }
}
