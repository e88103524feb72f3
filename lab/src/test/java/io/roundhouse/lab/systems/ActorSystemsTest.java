package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.SmallRun;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.workload.Bench;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system of the lab's own, in every workload of actors and channels that it can run, and in
 * {@code latency}, in all of its configurations: what they report is checked, so that coming
 * through means that all is right.
 */
@Timeout(60)
class ActorSystemsTest {

    static Stream<Arguments> smallRuns() {
        return SmallRun.byTheLabsOwn(
                "ring nodes=2",
                "ring nodes=7 rounds=30 tokens=5",
                "ring nodes=10 tokens=40",
                "ring nodes=10 tokens=3 work=20",
                "ring nodes=5 tokens=3 threads=1 work=1",
                "ring nodes=5 tokens=30 threads=4 work=1",
                "construct nodes=2",
                "construct nodes=300",
                "spawn-chain nodes=1",
                "spawn-chain nodes=1 protocol=acks",
                "spawn-chain nodes=2000",
                "spawn-chain nodes=2000 protocol=acks",
                "spawn-chain nodes=500 stop=message",
                "spawn-chain nodes=500 protocol=acks stop=message",
                "ping-pong messages=1",
                "ping-pong messages=2",
                "ping-pong",
                "random-trap threads=1 points=3000",
                "random-trap threads=2 points=3000",
                "random-trap generator=thread-local points=3000",
                "pi jobs=1 steps=1",
                "pi jobs=3 steps=7 workers=1",
                "pi jobs=50000 steps=2 workers=3",
                "pi jobs=20000 steps=1 bound=16",
                "calls",
                "calls argument=fresh",
                "ask",
                "ask calls=3",
                "flood producers=1",
                "flood producers=3",
                "memory actors=300",
                "memory actors=300 messages=0",
                "memory actors=3 messages=7",
                "channel",
                "channel capacity=0",
                "channel capacity=0 producers=3 consumers=2",
                "channel capacity=0 producers=2 consumers=2 threads=platform",
                "channel producers=3 batch=8",
                "channel producers=2 consumers=3 batch=7 capacity=16",
                "channel consumers=2 batch=64 threads=platform",
                "select",
                "select clauses=8 capacity=3",
                "latency rate=50000",
                "latency rate=50000 producers=3");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("smallRuns")
    void passesSmallRuns(String words, String name) throws Exception {
        SmallRun.of(words).passesUnlessRefused(name);
    }

    @Test
    void enoughSystemsTakePart() {
        assertThat(names("ring"))
                .contains(
                        "simple-ring",
                        "optimized-ring",
                        "virtual-threads",
                        "fork-join",
                        "by-hand",
                        "roundhouse",
                        "roundhouse-pinned");
        assertThat(names("construct")).contains("simple-ring", "virtual-threads", "fork-join");
        assertThat(names("spawn-chain")).contains("virtual-threads", "fork-join");
        assertThat(names("ping-pong")).contains("virtual-threads", "fork-join");
        assertThat(names("random-trap")).contains("shared", "per-thread");
        assertThat(names("calls")).contains("framework-v1", "framework-v2");
        assertThat(names("ask"))
                .contains("synchronized", "virtual-threads", "fork-join", "roundhouse");
        assertThat(names("flood")).contains("virtual-threads", "fork-join", "roundhouse");
        assertThat(names("memory")).contains("virtual-threads", "fork-join", "roundhouse");
        assertThat(names("latency"))
                .contains(
                        "published-railway",
                        "concurrent-linked-queue",
                        "roundhouse",
                        "roundhouse-channel");
    }

    private static Stream<String> names(String workload) {
        return smallRuns()
                .filter(run -> run.get()[0].toString().split(" ")[0].equals(workload))
                .map(run -> run.get()[1].toString());
    }

    @ParameterizedTest
    @CsvSource({
        "simple-ring, construct nodes=20000, a platform thread a node",
        "roundhouse-pinned, construct nodes=20000, a platform thread a node",
        "virtual-threads, ring threads=77, one thread a core",
        "by-hand, ring, no work to split",
        "shared, random-trap generator=thread-local, cannot be shared"
    })
    void whoCannotDoASettingSaysWhy(String name, String run, String reason) throws Exception {
        SmallRun.of(run).isRefusedBy(name, reason);
    }

    @Test
    void moreThreadsThanComputationsAreRejected() {
        assertThatThrownBy(() -> SmallRun.of("random-trap threads=3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 2");
    }

    @Test
    void aSampleOfARingWithFixedRoundsHasThatManyMessages() throws Exception {
        SmallRun run = SmallRun.of("ring nodes=7 rounds=30 tokens=5");
        try (Bench bench = run.workload().open(new ForkJoin(), run.setting(), Variant.ONLY)) {
            long items = bench.itemsFor(1).orElseThrow();

            assertThat(items).isEqualTo(7 * 30 * 5);
            assertThat(bench.sample(items).items()).isEqualTo(7 * 30 * 5);
        }
    }
}
