package io.roundhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.lab.discovery.Catalog;
import io.roundhouse.lab.discovery.FoundSystem;
import io.roundhouse.lab.workload.Metric;
import io.roundhouse.lab.workload.Parameter;
import io.roundhouse.lab.workload.Workload;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The names that scripts rely on. There may be more of each; those that are here stay. Systems of
 * the peers are held to theirs by the peers' own tests.
 */
class ContractTest {

    private static final Catalog CATALOG = TestCatalog.scan();

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ring         | nodes rounds tokens work threads | messages | 1/s | higher",
                "construct    | nodes | time | ns | lower",
                "spawn-chain  | nodes | time | ns | lower",
                "ping-pong    | messages | time a message | ns | lower",
                "calls        | pairs argument=primitive,fresh | ping/pong pairs | 1/s | higher",
                "transfer     | producers consumers trains capacity batch mode=each,share,mixed | goods | 1/s | higher",
                "latency      | rate producers | one-way delay | ns | lower",
                "idle         | waiters | CPU | % | lower",
                "idle         | waiters | wake-up delay | ns | lower",
                "pi           | jobs steps workers | time | ns | lower",
                "random-trap  | threads generator | time | ns | lower",
                "channel      | capacity producers consumers batch threads=virtual,platform | items | 1/s | higher",
                "select       | clauses | items | 1/s | higher",
                "pipeline     | stages shape=chain,diamond,multicast publishers | events | 1/s | higher",
            })
    void aWorkloadHasTheseParametersAndThisMetric(
            String name, String parameters, String metric, String unit, String better) {
        Workload workload = Objects.requireNonNull(CATALOG.workloads().get(name));

        for (String parameter : parameters.split(" ")) {
            String[] words = parameter.split("=");
            Parameter found =
                    workload.parameters().stream()
                            .filter(one -> one.name().equals(words[0]))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError("no " + parameter));
            if (words.length > 1) {
                assertThat(found.words()).contains(words[1].split(","));
            }
        }
        assertThat(workload.metrics()).contains(new Metric(metric, unit, better));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ring         | simple-ring optimized-ring virtual-threads erlang go roundhouse roundhouse-pinned",
                "construct    | simple-ring optimized-ring virtual-threads erlang go roundhouse",
                "spawn-chain  | erlang go virtual-threads roundhouse",
                "ping-pong    | erlang go roundhouse roundhouse-ask",
                "calls        | framework-v1 framework-v2 single-thread roundhouse",
                "transfer     | limit published-railway linked-blocking-queue array-blocking-queue",
                "transfer     | roundhouse-railway roundhouse-queue roundhouse-queue-polled roundhouse-queue-unbounded",
                "transfer     | roundhouse-queue-growing roundhouse-queue-longs",
                "latency      | limit published-railway linked-blocking-queue array-blocking-queue",
                "latency      | roundhouse-railway roundhouse-queue roundhouse roundhouse-channel",
                "idle         | limit published-railway linked-blocking-queue array-blocking-queue",
                "idle         | roundhouse-railway roundhouse-queue roundhouse-channel roundhouse-pipeline",
                "pi           | limit threads koch-executor fork-join virtual-threads",
                "pi           | roundhouse-actors roundhouse-csp roundhouse-pipeline",
                "random-trap  | shared per-thread",
                "channel      | synchronous-queue array-blocking-queue linked-blocking-queue go roundhouse-channel",
                "select       | go roundhouse-channel",
                "pipeline     | array-blocking-queue roundhouse-pipeline",
            })
    void theseSystemsDoIt(String name, String systems) {
        Workload workload = Objects.requireNonNull(CATALOG.workloads().get(name));

        for (String system : systems.split(" ")) {
            assertThat(CATALOG.systems().get(system))
                    .as(system)
                    .isNotNull()
                    .matches(
                            (FoundSystem found) -> found.implementsAdapter(workload.adapter()),
                            "takes part in " + name);
        }
    }
}
