package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;

/** The same calls made directly, all by the driver's thread: what there is to lose. */
@SystemInfo(name = "single-thread", guarantees = "fifo, exactly once, no concurrency", bound = true)
public final class SingleThread implements CallsSystem {

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        CallsSession.Binder direct =
                new CallsSession.Binder() {
                    @Override
                    public <T> T bind(Class<T> type, T target) {
                        return target;
                    }
                };
        return CallsSession.over(direct, spec, alice, () -> {});
    }
}
