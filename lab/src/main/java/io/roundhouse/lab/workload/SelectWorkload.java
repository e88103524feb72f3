package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Elements from several channels, each with a producer of its own, to one thread that selects. */
public final class SelectWorkload extends AdaptedWorkload<SelectSystem, ChannelSpec> {

    public SelectWorkload() {
        super(
                SelectSystem.class,
                SelectWorkload::spec,
                SelectSystem::refuses,
                SelectSystem::variants);
    }

    @Override
    public String name() {
        return "select";
    }

    @Override
    public String summary() {
        return "light threads send numbers, each through a channel of its own, to one that selects among the channels";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("clauses", 2, 2, "channels, each with a producer"),
                Parameter.number("capacity", 0, 0, "elements a channel holds; 0 for a rendezvous"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(ChannelBench.ITEMS));
    }

    @Override
    public int ampleWarmUpMillis() {
        return ChannelBench.AMPLE_WARM_UP_MILLIS;
    }

    @Override
    public int shortestSampleMillis() {
        return ChannelBench.SHORTEST_SAMPLE_MILLIS;
    }

    @Override
    Bench open(SelectSystem system, ChannelSpec spec, Variant variant, Setting words)
            throws Exception {
        return new ChannelBench(spec, system.open(spec, variant));
    }

    private static ChannelSpec spec(Setting setting) {
        return new ChannelSpec(
                setting.number("clauses"), 1, 1, setting.number("capacity"), 1, true);
    }
}
