package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A workload whose systems are asked what they can do by a setting of their adapter's own kind.
 *
 * @param <S> the adapter
 * @param <P> what the adapter calls a setting
 */
abstract class AdaptedWorkload<S extends LabSystem, P> implements Workload {

    private final Class<S> adapter;
    private final Function<Setting, P> spec;
    private final BiFunction<S, P, Optional<String>> refuses;
    private final BiFunction<S, P, List<Variant>> variants;

    /** What the adapter's methods of the same names are, and how a setting is told to them. */
    AdaptedWorkload(
            Class<S> adapter,
            Function<Setting, P> spec,
            BiFunction<S, P, Optional<String>> refuses,
            BiFunction<S, P, List<Variant>> variants) {
        this.adapter = adapter;
        this.spec = spec;
        this.refuses = refuses;
        this.variants = variants;
    }

    /** Sets the system up. */
    abstract Bench open(S system, P setting, Variant variant, Setting words) throws Exception;

    @Override
    public final Class<S> adapter() {
        return adapter;
    }

    @Override
    public final Optional<String> refuses(LabSystem system, Setting setting) {
        return refuses.apply(adapter.cast(system), spec.apply(setting));
    }

    @Override
    public List<Variant> variants(LabSystem system, Setting setting) {
        return variants.apply(adapter.cast(system), spec.apply(setting));
    }

    @Override
    public final Bench open(LabSystem system, Setting setting, Variant variant) throws Exception {
        return open(adapter.cast(system), spec.apply(setting), variant, setting);
    }
}
