package io.roundhouse.lab.study;

import io.roundhouse.lab.model.Published;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tables of "One ring to rule my Akka actors" (2011) and the ping-pong of its comments. The
 * published actors sent pings, the published Erlang processes acknowledgements only: both are
 * measured for all. Pekko, which Akka has become, stands beside Akka's figures.
 */
public final class SpawnChainStudy implements Study {

    private static final String CHAIN = "spawn-chain";
    private static final String AKKA = "pekko-classic";
    private static final String ERLANG = "erlang";

    @Override
    public String name() {
        return CHAIN;
    }

    @Override
    public String summary() {
        return "what does it cost to make an actor, tell it something and let it go? (2011)";
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        String pings = "The chain with pings: about 3 messages a node";
        cells.add(
                pings(pings, 1_000)
                        .printed(
                                AKKA,
                                runs(
                                        "; a reader's desktop, 10 runs: 201 126 183 250 76 99 112 47 67 205 ms",
                                        201,
                                        127,
                                        203,
                                        90,
                                        74)));
        cells.add(pings(pings, 10_000).printed(AKKA, runs("", 1079, 511, 94, 85, 108)));
        cells.add(
                pings(pings, 100_000)
                        .printed(AKKA, runs("", 2289, 967, 754, 739, 752))
                        .whenSmoke(Map.of("nodes", 2_000)));
        cells.add(
                pings(pings, 1_000_000)
                        .printed(AKKA, runs("", 9184, 7834, 8163, 7470, 7585))
                        .whenSmoke(Map.of("nodes", 3_000)));
        cells.add(acks(1_000, 5));
        cells.add(acks(10_000, 52));
        cells.add(acks(100_000, 246).whenSmoke(Map.of("nodes", 2_000)));
        cells.add(acks(1_000_000, 1535).whenSmoke(Map.of("nodes", 3_000)));
        cells.add(
                Cell.of(
                                "Stopping by a last message instead of directly",
                                CHAIN,
                                Map.of("nodes", 100_000, "stop", "message"))
                        .whenSmoke(Map.of("nodes", 1_000)));
        cells.add(
                Cell.of("Ping-pong between two actors", "ping-pong", Map.of())
                        .printed(AKKA, Published.of(1_815, "spawn-chain-2011, ping-pong, Akka 1.2"))
                        .items(10_000_000));
        return cells;
    }

    private static Cell pings(String table, int nodes) {
        return Cell.of(table, CHAIN, Map.of("nodes", nodes));
    }

    private static Cell acks(int nodes, double millis) {
        return Cell.of(
                        "The chain with acknowledgements: about 1 message a node",
                        CHAIN,
                        Map.of("nodes", nodes, "protocol", "acks"))
                .printed(ERLANG, Published.of(millis * 1e6, "spawn-chain-2011, Erlang"));
    }

    /** Five runs in a row, the first cold: the middle one, and the range. */
    private static Published runs(String more, double... millis) {
        double[] sorted = millis.clone();
        Arrays.sort(sorted);
        String words =
                Arrays.stream(millis)
                        .mapToObj("%.0f"::formatted)
                        .collect(Collectors.joining(" ", "", " ms"));
        return new Published(
                sorted[sorted.length / 2] * 1e6,
                sorted[0] * 1e6,
                sorted[sorted.length - 1] * 1e6,
                "spawn-chain-2011, Akka 1.2, JDK 7, 5 runs: " + words + more);
    }
}
