package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.ChannelSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Elements through one channel, from producers to consumers that share them. */
public final class ChannelWorkload extends AdaptedWorkload<ChannelSystem, ChannelSpec> {

    private static final String VIRTUAL = "virtual";

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
        return "threads send numbers through one channel to others that share them, and count and add them up";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("capacity", 1024, 0, "elements it holds; 0 for a rendezvous"),
                Parameter.number("producers", 1, 1, "threads that send"),
                Parameter.number(
                        "consumers", 1, 1, "threads that receive; each element comes to one"),
                Parameter.number("batch", 1, 1, "elements handed over together"),
                Parameter.word(
                        "threads",
                        List.of(VIRTUAL, "platform"),
                        "what the producers and consumers are"));
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
    Bench open(ChannelSystem system, ChannelSpec spec, Variant variant, Setting words)
            throws Exception {
        return new ChannelBench(spec, system.open(spec, variant));
    }

    private static ChannelSpec spec(Setting setting) {
        return new ChannelSpec(
                1,
                setting.number("producers"),
                setting.number("consumers"),
                setting.number("capacity"),
                setting.number("batch"),
                setting.word("threads").equals(VIRTUAL));
    }
}
