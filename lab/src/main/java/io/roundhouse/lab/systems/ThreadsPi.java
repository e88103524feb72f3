package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's pool with a fixed number of threads, as published. */
@SystemInfo(name = "threads", guarantees = "exactly once, no order, submitter throttled")
public final class ThreadsPi implements PiSystem {

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        spec.workers(), Thread.ofPlatform().daemon().name("pi-", 0).factory());
        return new PooledPi(spec, pool, pool::shutdownNow);
    }
}
