package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * The second version of the framework of 2013: lock-free queues to the targets, the inbound queue
 * still blocking.
 */
@SystemInfo(name = "framework-v2", version = "2013", guarantees = "fifo, exactly once")
public final class FrameworkV2 extends ProxyFramework {

    @Override
    public List<Variant> variants(CallsSpec spec) {
        return LinkedHandOver.PATIENCE;
    }

    @Override
    protected InboundQueue inbound(Variant variant) {
        return new BlockingInbound();
    }

    @Override
    protected OwnQueue own(Variant variant) {
        return LinkedHandOver.of(variant);
    }
}
