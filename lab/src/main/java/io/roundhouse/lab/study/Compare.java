package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/** The heart of every study, small enough for two minutes: what {@code ./roundhouse} does. */
public final class Compare implements Study {

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String summary() {
        return "the heart of every study, in about two minutes";
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
                                "disruptor-batch",
                                "disruptor-long-array",
                                "disruptor-long-array-sized",
                                "roundhouse-railway",
                                "roundhouse-railway-references"),
                oneByOne(
                        "1 producer, 1 consumer, one by one",
                        Map.of("trains", 65536, "capacity", 1)),
                oneByOne(
                        "3 producers, 1 consumer, one by one",
                        Map.of("producers", 3, "trains", 65536, "capacity", 3)),
                Cell.of(
                                "3 producers, 1 consumer, batches of 10",
                                "transfer",
                                Map.of("producers", 3, "trains", 1024, "capacity", 30, "batch", 10))
                        .among(
                                "limit",
                                "linked-blocking-queue",
                                "jctools",
                                "disruptor-batch",
                                "roundhouse-railway",
                                "roundhouse-railway-references"),
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
                Cell.of("One-way delay of single goods", "latency", Map.of()),
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
                Cell.of("A ring of 100 actors, 1 token", "ring", Map.of("nodes", 100))
                        .among(
                                "virtual-threads",
                                "fork-join",
                                "kilim",
                                "pekko-classic",
                                "pekko-typed",
                                "erlang",
                                "go",
                                "roundhouse"));
    }

    private static Cell oneByOne(String table, Map<String, Object> parameters) {
        return Cell.of(table, "transfer", parameters).among(RailwayStudy.ONE_BY_ONE);
    }
}
