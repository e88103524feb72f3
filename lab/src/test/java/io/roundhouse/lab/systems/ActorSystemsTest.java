package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.lab.TestCatalog;
import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.workload.Bench;
import io.roundhouse.lab.workload.Sample;
import io.roundhouse.lab.workload.Setting;
import io.roundhouse.lab.workload.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every system of the lab's own, in every workload of actors that it can run, in all of its
 * configurations: what they report is checked, so that coming through means that all is right.
 */
@Timeout(60)
class ActorSystemsTest {

    private static final Catalog CATALOG = TestCatalog.scan();

    static Stream<Arguments> smallRuns() {
        return Stream.of(
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
                        "calls",
                        "calls argument=fresh",
                        "ask",
                        "ask calls=3",
                        "flood producers=1",
                        "flood producers=3",
                        "memory actors=300",
                        "memory actors=300 messages=0",
                        "memory actors=3 messages=7")
                .flatMap(run -> {
                    Workload workload = workload(run);
                    return CATALOG.systems().values().stream()
                            .filter(system -> system.implementsAdapter(workload.adapter()))
                            .filter(system -> isTheLabsOwn(system.classFor(workload.adapter())))
                            .map(system -> Arguments.of(run, system.name()));
                });
    }

    private static boolean isTheLabsOwn(String className) {
        return className.startsWith("io.roundhouse.lab.systems.");
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("smallRuns")
    void passesSmallRuns(String run, String name) throws Exception {
        Workload workload = workload(run);
        Setting setting = setting(run);
        LabSystem system = instance(workload, name);
        if (workload.refuses(system, setting).isPresent()) {
            return;
        }
        for (Variant variant : workload.variants(system, setting)) {
            try (Bench bench = workload.open(system, setting, variant)) {
                for (int sample = 0; sample < 3; sample++) {
                    long items = bench.itemsFor(1_000_000).orElse(500);
                    Sample taken = bench.sample(items);

                    assertThat(taken.items()).isPositive();
                    assertThat(taken.values()).containsKey(workload.metrics().getFirst().name());
                }
            }
        }
    }

    @Test
    void enoughSystemsTakePart() {
        assertThat(names("ring"))
                .contains(
                        "simple-ring", "optimized-ring", "virtual-threads", "fork-join", "by-hand");
        assertThat(names("construct")).contains("simple-ring", "virtual-threads", "fork-join");
        assertThat(names("spawn-chain")).contains("virtual-threads", "fork-join");
        assertThat(names("ping-pong")).contains("virtual-threads", "fork-join");
        assertThat(names("random-trap")).contains("shared", "per-thread");
        assertThat(names("calls")).contains("framework-v1", "framework-v2");
        assertThat(names("ask"))
                .contains("synchronized", "virtual-threads", "fork-join", "roundhouse");
        assertThat(names("flood")).contains("virtual-threads", "fork-join", "roundhouse");
        assertThat(names("memory")).contains("virtual-threads", "fork-join", "roundhouse");
    }

    private static Stream<String> names(String workload) {
        return smallRuns()
                .filter(run -> run.get()[0].toString().split(" ")[0].equals(workload))
                .map(run -> run.get()[1].toString());
    }

    @ParameterizedTest
    @CsvSource({
        "simple-ring, construct nodes=20000, a platform thread a node",
        "virtual-threads, ring threads=77, one thread a core",
        "by-hand, ring, no work to split",
        "shared, random-trap generator=thread-local, cannot be shared"
    })
    void whoCannotDoASettingSaysWhy(String name, String run, String reason) throws Exception {
        Workload workload = workload(run);

        assertThat(workload.refuses(instance(workload, name), setting(run)))
                .hasValueSatisfying(words -> assertThat(words).contains(reason));
    }

    @Test
    void moreThreadsThanComputationsAreRejected() {
        assertThatThrownBy(() -> setting("random-trap threads=3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 2");
    }

    @Test
    void aSampleOfARingWithFixedRoundsHasThatManyMessages() throws Exception {
        String run = "ring nodes=7 rounds=30 tokens=5";
        Workload workload = workload(run);
        try (Bench bench = workload.open(new ForkJoin(), setting(run), Variant.ONLY)) {
            long items = bench.itemsFor(1).orElseThrow();

            assertThat(items).isEqualTo(7 * 30 * 5);
            assertThat(bench.sample(items).items()).isEqualTo(7 * 30 * 5);
        }
    }

    private static Workload workload(String run) {
        return Objects.requireNonNull(CATALOG.workloads().get(run.split(" ")[0]), run);
    }

    private static Setting setting(String run) {
        Map<String, Object> values = new LinkedHashMap<>();
        Stream.of(run.split(" "))
                .skip(1)
                .map(word -> word.split("="))
                .forEach(word -> values.put(word[0], word[1]));
        return workload(run).setting(values);
    }

    private static LabSystem instance(Workload workload, String name)
            throws ReflectiveOperationException {
        FoundSystem system = Objects.requireNonNull(CATALOG.systems().get(name), name);
        return (LabSystem)
                Class.forName(system.classFor(workload.adapter())).getConstructor().newInstance();
    }
}
