package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/**
 * What channels are held to, beside those they are held against, in one run. {@code ./roundhouse
 * study channel-targets --scale full} measures in five processes a system, in turns.
 */
public final class ChannelTargets implements Study {

    private static final String OURS = "roundhouse-channel";
    private static final String ONE_BY_ONE = "roundhouse-channel-one-by-one";
    private static final String PROCESSES = "roundhouse-csp";
    private static final String SYNCHRONOUS = "synchronous-queue";
    private static final String ARRAY = "array-blocking-queue";
    private static final String LINKED = "linked-blocking-queue";
    private static final String TRANSFER = "linked-transfer-queue";
    private static final String JOX = "jox";
    private static final String KOTLIN = "kotlin";
    private static final String GO = "go";

    @Override
    public String name() {
        return "channel-targets";
    }

    @Override
    public String summary() {
        return "the ratios that channels are held to";
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                Cell.of("Rendezvous, 1 × 1", "channel", Map.of("capacity", 0))
                        .among(OURS, SYNCHRONOUS, TRANSFER, JOX, KOTLIN, GO)
                        .heldTo(
                                ours(1, "rendezvous: ahead of SynchronousQueue", SYNCHRONOUS),
                                ours(1, "rendezvous: ahead of Jox", JOX),
                                ours(1, "rendezvous: ahead of Kotlin", KOTLIN),
                                ours(1, "rendezvous: 1.0 × Go", GO)),
                buffered(1),
                buffered(10),
                batches(1),
                batches(10),
                select(2),
                select(8),
                blocked("close"),
                blocked("sends"));
    }

    private static Goal ours(double times, String words, String... others) {
        return Goal.better(times, words, others).of(OURS, "");
    }

    private static Cell buffered(int producers) {
        String what = "buffered(1024), " + producers + " × 1";
        return Cell.of("Buffered, " + producers + " × 1", "channel", Map.of("producers", producers))
                .among(OURS, ARRAY, LINKED, JOX, KOTLIN, GO)
                .heldTo(
                        ours(3, what + ": 3 × the better JDK queue", ARRAY, LINKED),
                        ours(1.5, what + ": 1.5 × Jox", JOX),
                        ours(1.5, what + ": 1.5 × Kotlin", KOTLIN),
                        ours(1.5, what + ": 1.5 × Go", GO));
    }

    private static Cell batches(int producers) {
        String what = "batches of 64, " + producers + " × 1";
        return Cell.of("Buffered, " + what, "channel", Map.of("batch", 64, "producers", producers))
                .among(OURS, ONE_BY_ONE, ARRAY, LINKED)
                .heldTo(
                        ours(5, what + ": 5 × one by one", ONE_BY_ONE),
                        ours(5, what + ": 5 × the better JDK queue", ARRAY, LINKED));
    }

    private static Cell select(int clauses) {
        return Cell.of("Select, " + clauses + " clauses", "select", Map.of("clauses", clauses))
                .among(OURS, JOX, KOTLIN, GO)
                .heldTo(
                        ours(2, "select over " + clauses + ": 2 × Jox", JOX),
                        ours(1.5, "select over " + clauses + ": 1.5 × Kotlin", KOTLIN));
    }

    private static Cell blocked(String woken) {
        return Cell.of("100,000 blocked processes", "blocked", Map.of("woken", woken))
                .whenSmoke(Map.of("processes", 1_000))
                .among(PROCESSES, JOX)
                .heldTo(
                        Goal.atMost(
                                        1_024,
                                        "",
                                        "100,000 blocked processes, woken by "
                                                + woken
                                                + ": 1 KB each beyond a virtual thread")
                                .of(PROCESSES, ""),
                        ours(
                                        1,
                                        "100,000 blocked processes, woken by "
                                                + woken
                                                + ": all at least as soon as those of Jox",
                                        JOX)
                                .of(PROCESSES, "time to wake all"));
    }
}
