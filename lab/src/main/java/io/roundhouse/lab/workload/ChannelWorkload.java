package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Elements through one channel, between virtual threads. */
public final class ChannelWorkload extends AdaptedWorkload<ChannelSystem, ChannelSpec> {

    public ChannelWorkload() {
        super(
                ChannelSystem.class,
                ChannelWorkload::spec,
                ChannelSystem::refuses,
                ChannelSystem::variants);
    }

    @Override
    public String name() {
        return "channel";
    }

    @Override
    public String summary() {
        return "light threads send numbers through one channel to another that counts and adds them up";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("senders", 1, 1, "threads that send"),
                Parameter.number("capacity", 1024, 0, "elements it holds; 0 for a rendezvous"),
                Parameter.number("batch", 1, 1, "elements handed over together"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(ChannelBench.ELEMENTS));
    }

    @Override
    Bench open(ChannelSystem system, ChannelSpec spec, Variant variant, Setting words)
            throws Exception {
        return new ChannelBench(spec, system.open(spec, variant));
    }

    private static ChannelSpec spec(Setting setting) {
        return new ChannelSpec(
                1, setting.number("senders"), setting.number("capacity"), setting.number("batch"));
    }
}
