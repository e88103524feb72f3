package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;

/** A pool with less contended submission than the JDK's; the rest as {@code threads}. */
@SystemInfo(name = "koch-executor", guarantees = "exactly once, no order, submitter throttled")
public final class KochExecutorPi implements PiSystem {

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        LeanPool pool = new LeanPool(spec.workers());
        return new PooledPi(spec, pool, pool::close);
    }
}
