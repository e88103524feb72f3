package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/**
 * The heart of every study, small enough for some three minutes: what {@code ./roundhouse} does.
 */
public final class Compare implements Study {

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String summary() {
        return "the heart of every study, in some three minutes";
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                Cell.of(
                                "1 producer, 1 consumer, in bulk",
                                "transfer",
                                Map.of("trains", 16, "capacity", 32768, "batch", 1024))
                        .among(
                                "limit",
                                "published-railway",
                                "jctools",
                                "disruptor-long-array",
                                "disruptor-long-array-sized",
                                "roundhouse-railway"),
                oneByOne(
                        "1 producer, 1 consumer, one by one",
                        Map.of("trains", 65536, "capacity", 1)),
                oneByOne(
                        "3 producers, 1 consumer, one by one",
                        Map.of("producers", 3, "trains", 65536, "capacity", 3)),
                Cell.of(
                                "1 producer, 7 consumers, every consumer sees every good",
                                "transfer",
                                Map.of("consumers", 7, "trains", 32, "capacity", 256))
                        .among(
                                "limit",
                                "published-railway",
                                "jctools",
                                "disruptor",
                                "roundhouse-railway"),
                Cell.of("One-way delay of single goods", "latency", Map.of())
                        .among(
                                "limit",
                                "array-blocking-queue",
                                "jctools",
                                "disruptor",
                                "roundhouse-railway",
                                "roundhouse-queue"),
                Cell.of("Idle: a thread that waits", "idle", Map.of())
                        .among(
                                "limit",
                                "array-blocking-queue",
                                "jctools",
                                "disruptor",
                                "roundhouse-railway",
                                "roundhouse-queue",
                                "roundhouse-pipeline"),
                Cell.of("Calls between actors", "calls", Map.of())
                        .among(
                                "single-thread",
                                "framework-v1",
                                "pekko-typed",
                                "kontraktor",
                                "roundhouse"),
                Cell.of("A ring of actors: {nodes tokens}", "ring", Map.of("nodes", 100))
                        .among(
                                "virtual-threads",
                                "fork-join",
                                "kilim",
                                "pekko-classic",
                                "pekko-typed",
                                "erlang",
                                "go",
                                "roundhouse"),
                Cell.of("A chain of new actors: {nodes}", "spawn-chain", Map.of("nodes", 10_000))
                        .whenSmoke(Map.of("nodes", 1_000))
                        .among("virtual-threads", "pekko-typed", "erlang", "go", "roundhouse"),
                Cell.of("Small jobs: {jobs}", "pi", Map.of("jobs", 100_000))
                        .whenSmoke(Map.of("jobs", 2_000))
                        .among(
                                "limit",
                                "threads",
                                "fork-join",
                                "pekko-classic",
                                "disruptor-optimized",
                                "roundhouse-actors",
                                "roundhouse-csp",
                                "roundhouse-pipeline"),
                Cell.of("A channel: rendezvous", "channel", Map.of("capacity", 0))
                        .among("synchronous-queue", "jox", "kotlin", "go", "roundhouse-channel"),
                Cell.of("A line of 3 stages", "pipeline", Map.of("stages", 3))
                        .among("array-blocking-queue", "disruptor", "roundhouse-pipeline"));
    }

    private static Cell oneByOne(String table, Map<String, Object> parameters) {
        return Cell.of(table, "transfer", parameters).among(RailwayStudy.ONE_BY_ONE);
    }
}
