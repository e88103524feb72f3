package io.roundhouse.lab.systems;

import io.roundhouse.Roundhouse;
import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;

/** This project's actors, pinned: each object on a thread of its own, calls as records in place. */
@SystemInfo(name = "roundhouse", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseCalls implements CallsSystem {

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        Roundhouse house = Roundhouse.open();
        CallsSession.Binder binder =
                new CallsSession.Binder() {
                    @Override
                    public <T> T bind(Class<T> type, T target) {
                        return house.actor(type, () -> target);
                    }
                };
        return CallsSession.over(binder, spec, alice, house::close);
    }
}
