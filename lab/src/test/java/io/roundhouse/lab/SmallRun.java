package io.roundhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.Arguments;

/** A workload in a setting, within the test's own process. */
public record SmallRun(Workload workload, Setting setting) {

    public static final Catalog CATALOG = TestCatalog.scan();

    /** Such as {@code ring nodes=7 rounds=30}. */
    public static SmallRun of(String run) {
        String[] words = run.split(" ");
        Workload workload = Objects.requireNonNull(CATALOG.workloads().get(words[0]), run);
        Map<String, Object> values = new LinkedHashMap<>();
        Stream.of(words)
                .skip(1)
                .map(word -> word.split("="))
                .forEach(word -> values.put(word[0], word[1]));
        return new SmallRun(workload, workload.setting(values));
    }

    public static FoundSystem found(String name) {
        return Objects.requireNonNull(CATALOG.systems().get(name), name);
    }

    /**
     * Each of these runs with each of the lab's own systems that do its workload, by their names.
     */
    public static Stream<Arguments> byTheLabsOwn(String... runs) {
        return Stream.of(runs)
                .flatMap(run -> {
                    Class<?> adapter = of(run).workload().adapter();
                    return CATALOG.systems().values().stream()
                            .filter(system -> system.implementsAdapter(adapter))
                            .filter(system ->
                                    isTheLabsOwn(system.implementation(adapter).className()))
                            .map(system -> Arguments.of(run, system.name()));
                });
    }

    private static boolean isTheLabsOwn(String className) {
        return className.startsWith("io.roundhouse.lab.systems.");
    }

    /** The system of that name passes, unless it says that it cannot do the setting. */
    public void passesUnlessRefused(String name) throws Exception {
        LabSystem system = system(name);
        if (workload.refuses(system, setting).isEmpty()) {
            passes(system, _ -> {});
        }
    }

    /** The system of that name, as far as it does this workload. */
    public LabSystem system(String name) throws ReflectiveOperationException {
        return (LabSystem)
                Class.forName(found(name).implementation(workload.adapter()).className())
                        .getConstructor()
                        .newInstance();
    }

    public void isRefusedBy(String name, String reason) throws ReflectiveOperationException {
        assertThat(workload.refuses(system(name), setting))
                .hasValueSatisfying(words -> assertThat(words).contains(reason));
    }

    /** What is looked at once all samples of a configuration have been taken. */
    public interface Check {
        void check(Bench bench);
    }

    /** Takes three samples in each configuration: a wrong sum throws. */
    public void passes(LabSystem system, Check check) throws Exception {
        for (Variant variant : workload.variants(system, setting)) {
            try (Bench bench = workload.open(system, setting, variant)) {
                for (int sample = 0; sample < 3; sample++) {
                    Sample taken = bench.sample(bench.itemsFor(1_000_000).orElse(500));

                    assertThat(taken.items()).isPositive();
                    assertThat(taken.values()).containsKey(workload.metrics().getFirst().name());
                }
                check.check(bench);
            }
        }
    }
}
