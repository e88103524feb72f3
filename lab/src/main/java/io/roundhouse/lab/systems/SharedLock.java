package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.AskParts.LockedCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;

/**
 * No actor: an object whose methods lock, and whose lock many threads take, one after the other.
 */
@SystemInfo(
        name = "synchronized",
        guarantees = "one at a time, run by the caller",
        about = "no message, a lock")
public final class SharedLock implements AskSystem {

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        return new Asked(new LockedCounter(), "", () -> {});
    }
}
