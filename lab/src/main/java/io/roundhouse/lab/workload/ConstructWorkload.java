package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** How long it takes until a ring of nodes is there. */
public final class ConstructWorkload extends AdaptedWorkload<RingSystem, RingSpec> {

    private static final String TIME = "time";

    public ConstructWorkload() {
        super(RingSystem.class, ConstructWorkload::spec, RingSystem::refuses, RingSystem::variants);
    }

    @Override
    public String name() {
        return "construct";
    }

    @Override
    public String summary() {
        return "makes the actors of a ring, each knowing the next; then, not timed, a token goes round once";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.number("nodes", 100, 2, "nodes in the ring"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME));
    }

    @Override
    Bench open(RingSystem system, RingSpec spec, Variant variant, Setting words) throws Exception {
        return new Making(system, spec, variant);
    }

    private static RingSpec spec(Setting setting) {
        int cores = Runtime.getRuntime().availableProcessors();
        return new RingSpec(setting.number("nodes"), 1, 0, cores, cores);
    }

    /** A sample makes rings until as many nodes as asked for are made; the time is a ring's. */
    private static final class Making extends RingBench {

        Making(RingSystem system, RingSpec spec, Variant variant) throws Exception {
            super(system, spec, variant);
        }

        @Override
        public Sample sample(long items) throws Exception {
            long rings = Math.max(1, items / spec.nodes());
            long nanos = 0;
            for (long ring = 0; ring < rings; ring++) {
                long start = System.nanoTime();
                OptionalLong own = session.construct(1);
                nanos += own.orElse(System.nanoTime() - start);
                session.run();
                check(1);
            }
            return new Sample(
                    rings * spec.nodes(),
                    nanos,
                    Map.of(TIME, (double) nanos / rings),
                    Map.of(),
                    null);
        }
    }
}
