package io.roundhouse.lab.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The queues that the lab has, beside each other: what a guide to queues is asked for. */
public final class QueuesStudy implements Study {

    /** Those that give up at once; who calls them pauses, or not. */
    private static final String[] POLLED = {
        "roundhouse-queue-polled",
        "roundhouse-queue-unbounded",
        "roundhouse-queue-growing",
        "roundhouse-queue-longs",
        "jctools",
        "jctools-unbounded",
        "agrona",
        "concurrent-linked-queue"
    };

    /** Those with {@code put} and {@code take}. */
    private static final String[] BLOCKING = {
        "roundhouse-queue",
        "array-blocking-queue",
        "linked-blocking-queue",
        "linked-transfer-queue",
        "conversant",
        "conversant-push-pull"
    };

    /** Those that put or take many at a time. */
    private static final String[] IN_BATCHES = {
        "roundhouse-queue",
        "roundhouse-queue-longs",
        "jctools",
        "array-blocking-queue",
        "linked-blocking-queue",
        "linked-transfer-queue"
    };

    @Override
    public String name() {
        return "queues";
    }

    @Override
    public String summary() {
        return "which queue? Those that the lab has, by producers, consumers and threads";
    }

    @Override
    public long quickMillis() {
        return 20_000;
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int[] ends : new int[][] {{1, 1}, {3, 1}, {1, 2}, {2, 2}}) {
            cells.add(transfer("Offer and poll", ends[0], ends[1], "platform", POLLED));
        }
        for (String threads : List.of("platform", "virtual")) {
            String table = "Put and take, " + threads + " threads";
            for (int[] ends : new int[][] {{1, 1}, {3, 1}, {1, 2}, {2, 2}, {100, 1}}) {
                cells.add(transfer(table, ends[0], ends[1], threads, BLOCKING));
            }
        }
        for (int[] ends : new int[][] {{1, 1}, {3, 1}, {2, 2}}) {
            cells.add(
                    transfer("In batches of 64", ends[0], ends[1], "platform", IN_BATCHES)
                            .with(Map.of("batch", 64), true));
        }
        for (int rate : new int[] {1_000, 100_000, 1_000_000}) {
            cells.add(
                    Cell.of("One-way delay: {rate}", "latency", Map.of("rate", rate)).among(all()));
        }
        for (String ends : List.of("one", "many")) {
            cells.add(
                    Cell.of(
                                    "Mostly idle: an element each millisecond",
                                    "idle",
                                    Map.of("pause", 1, "ends", ends))
                            .among(ends.equals("one") ? waiting() : BLOCKING));
        }
        return cells;
    }

    /** JCTools has a queue whose consumer can sleep, for one consumer. */
    private static String[] waiting() {
        List<String> waiting = new ArrayList<>(List.of(BLOCKING));
        waiting.add("jctools");
        return waiting.toArray(String[]::new);
    }

    private static String[] all() {
        List<String> all = new ArrayList<>(List.of(POLLED));
        all.addAll(List.of(BLOCKING));
        return all.toArray(String[]::new);
    }

    private static Cell transfer(
            String table, int producers, int consumers, String threads, String... systems) {
        return Cell.of(
                        table,
                        "transfer",
                        Map.of(
                                "producers", producers,
                                "consumers", consumers,
                                "mode", consumers == 1 ? "each" : "share",
                                "threads", threads))
                .among(systems);
    }
}
