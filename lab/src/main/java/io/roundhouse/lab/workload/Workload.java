package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Something to measure, the same for every system.
 *
 * <p>Implementations are public, have a public constructor without arguments and keep no state. The
 * describing methods are called in the lab's own process, the others in the process of the system
 * under test.
 */
public interface Workload {

    /** The name on the command line, in lower case with hyphens. */
    String name();

    /** What is measured, in one sentence. */
    String summary();

    /** The parameters, in the order shown. */
    List<Parameter> parameters();

    /**
     * What a sample yields. The first metric decides which of a system's configurations is best.
     */
    List<Metric> metrics();

    /** The interface a system implements to take part. */
    Class<? extends LabSystem> adapter();

    /**
     * Whether the lab tries the configurations that a system offers; if not, the first is taken.
     */
    default boolean triesVariants() {
        return true;
    }

    /** Whether a warm-up is worth its time; not where nearly all of a sample is spent waiting. */
    default boolean warmsUp() {
        return true;
    }

    /**
     * The warm-up in milliseconds that a run with little time gives up other configurations for,
     * and takes longer for: before it, what is measured is cold code.
     */
    default int ampleWarmUpMillis() {
        return 100;
    }

    /** The shortest time of a sample that means anything, in milliseconds. */
    default int shortestSampleMillis() {
        return 0;
    }

    /** Samples of a process that are taken however late it is. */
    default int fewestSamples() {
        return 5;
    }

    /** JVM flags that a setting asks for in the system's own process. */
    default List<String> flags(Setting setting) {
        return List.of();
    }

    /** What is wrong with a setting whose single values are all right; empty when nothing is. */
    default Optional<String> rejects(Setting setting) {
        return Optional.empty();
    }

    /** Why the system cannot do this setting; empty when it can. */
    Optional<String> refuses(LabSystem system, Setting setting);

    /** The configurations the system offers for this setting, its default first. */
    List<Variant> variants(LabSystem system, Setting setting);

    /** Sets the system up for any number of samples. */
    Bench open(LabSystem system, Setting setting, Variant variant) throws Exception;

    /**
     * The setting with these values and defaults for the rest; throws {@link
     * IllegalArgumentException} in words.
     */
    default Setting setting(Map<String, ?> values) {
        Setting setting = Setting.of(this, values);
        rejects(setting)
                .ifPresent(reason -> {
                    throw new IllegalArgumentException(reason);
                });
        return setting;
    }
}
