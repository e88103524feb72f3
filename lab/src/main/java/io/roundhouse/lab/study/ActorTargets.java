package io.roundhouse.lab.study;

import java.util.List;
import java.util.Map;

/**
 * What actors are held to, beside those they are held against, in one run. {@code ./roundhouse
 * study actor-targets --scale full} measures in five processes a system, in turns.
 */
public final class ActorTargets implements Study {

    private static final String OURS = "roundhouse";
    private static final String CLASSIC = "pekko-classic";
    private static final String TYPED = "pekko-typed";
    private static final String ERLANG = "erlang";
    private static final String GO = "go";
    private static final String V1 = "framework-v1";
    private static final String LOCK = "synchronized";

    private static final int TWO_THREADS = 2;
    private static final int BOUND = 4_096;

    @Override
    public String name() {
        return "actor-targets";
    }

    @Override
    public String summary() {
        return "the ratios that actors are held to";
    }

    @Override
    public long quickMillis() {
        return 30_000;
    }

    @Override
    public long fullMillis() {
        return 150_000;
    }

    @Override
    public List<Cell> cells() {
        return List.of(
                Cell.of("Ring, 1 token", "ring", Map.of("nodes", 100))
                        .among(OURS, CLASSIC, TYPED, ERLANG, GO)
                        .heldTo(
                                pekko(15, "ring of 1 token"),
                                Goal.better(20, "ring of 1 token: 20 × Erlang", ERLANG),
                                Goal.better(12, "ring of 1 token: 12 × Go", GO)),
                Cell.of("Ring, 16 tokens", "ring", Map.of("nodes", 100, "tokens", 16))
                        .among(OURS, CLASSIC, TYPED)
                        .heldTo(pekko(6, "ring of 16 tokens")),
                work(100, 1.1),
                work(10, 1.35),
                Cell.of("Chain of actors", "spawn-chain", Map.of("nodes", 1_000_000))
                        .whenQuick(Map.of("nodes", 100_000))
                        .whenSmoke(Map.of("nodes", 1_000))
                        .among(OURS, CLASSIC, TYPED, ERLANG)
                        .heldTo(
                                Goal.better(6, "spawn-chain, {nodes}: 6 × Erlang", ERLANG),
                                pekko(60, "spawn-chain, {nodes}")),
                Cell.of("Making 20,000 actors", "construct", Map.of("nodes", 20_000))
                        .whenSmoke(Map.of("nodes", 1_000))
                        .among(OURS, CLASSIC, TYPED)
                        .heldTo(pekko(10, "making 20,000 actors")),
                Cell.of("Memory of an idle actor", "memory", Map.of("actors", 1_000_000))
                        .whenQuick(Map.of("actors", 100_000))
                        .whenSmoke(Map.of("actors", 1_000))
                        .among(OURS, CLASSIC, TYPED)
                        .heldTo(
                                Goal.atMost(200, "", "an idle actor, one of {actors}: 200 bytes"),
                                Goal.within(
                                        0.5,
                                        "an idle actor, one of {actors}: half of the leaner Pekko",
                                        CLASSIC,
                                        TYPED)),
                Cell.of("Calls", "calls", Map.of("argument", "primitive"))
                        .among(OURS, V1, TYPED)
                        .heldTo(
                                Goal.better(10, "calls: 10 × framework-v1", V1),
                                Goal.better(6, "calls: 6 × pekko-typed", TYPED),
                                Goal.bytes( // the threads of a sample are counted in
                                        0.1, "calls: 0 bytes allocated (less than 0.1)")),
                freshCalls("g1", "G1"),
                freshCalls("parallel", "Parallel"),
                freshCalls("zgc", "ZGC"),
                Cell.of("Ping-pong", "ping-pong", Map.of())
                        .among(OURS, CLASSIC, TYPED, ERLANG)
                        .heldTo(
                                pekko(5, "ping-pong"),
                                Goal.better(5, "ping-pong: 5 × Erlang", ERLANG)),
                Cell.of("Ask and wait", "ask", Map.of())
                        .among(OURS, LOCK, TYPED)
                        .heldTo(
                                Goal.within(
                                        1,
                                        "ask and wait: the time of a synchronized method",
                                        LOCK)),
                flood(1),
                flood(3),
                Cell.of("Idle actors", "idle-actors", Map.of("actors", 100_000))
                        .whenSmoke(Map.of("actors", 1_000))
                        .among(OURS, TYPED)
                        .heldTo(Goal.atMost(1, "", "100,000 idle actors: 1 % of a core")));
    }

    private static Goal pekko(double times, String what) {
        return Goal.better(
                times, what + ": " + Math.round(times) + " × the better Pekko", CLASSIC, TYPED);
    }

    /** Against the same work without messages, and against everybody else. */
    private static Cell work(int work, double most) {
        String what = "ring with work " + work;
        return Cell.of(
                        "Ring, 4 tokens, work " + work,
                        "ring",
                        Map.of("nodes", 100, "tokens", 4, "work", work, "threads", TWO_THREADS))
                .heldTo(
                        Goal.within(most, what + ": " + most + " × the time by hand", "by-hand"),
                        Goal.better(1, what + ": ahead of every other system"));
    }

    private static Cell freshCalls(String gc, String name) {
        return Cell.of("Calls with a fresh object", "calls", Map.of("argument", "fresh", "gc", gc))
                .among(OURS, V1)
                .heldTo(Goal.better(5, "calls, fresh object, " + name + ": 5 × framework-v1", V1));
    }

    /** Under way may be what the mailbox holds, and as much again on the lane of each producer. */
    private static Cell flood(int producers) {
        String what = "flood by " + producers;
        return Cell.of("Flood", "flood", Map.of("producers", producers))
                .among(OURS, CLASSIC, TYPED)
                .heldTo(
                        pekko(4, what),
                        Goal.neverAbove(
                                (double) BOUND * (producers + 1),
                                "most messages under way",
                                what + ": no more under way than the bounds of its mailbox"),
                        Goal.neverAbove(
                                1 << 20, "memory kept", what + ": less than 1 MB kept afterwards"));
    }
}
