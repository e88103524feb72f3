package io.roundhouse.lab.workload;

import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One thread starts something and waits for its end: how long it took, by the lab's clock or by
 * that of a system which measures itself.
 *
 * @param nanos time it took
 * @param cost what it cost; null where the system measures itself, since the work is then done in
 *     another process
 */
record Drive(long nanos, Sample.@Nullable Cost cost) {

    /**
     * Calls the run on a measured thread.
     *
     * @param run returns the nanoseconds that the system measured, or nothing
     */
    static Drive of(Callable<OptionalLong> run) throws Exception {
        long[] own = {-1};
        Crew crew = new Crew(0);
        crew.addTimed("driver", () -> own[0] = run.call().orElse(-1));
        Crew.Run all = crew.run();
        return own[0] >= 0 ? new Drive(own[0], null) : new Drive(all.nanos(), all.cost());
    }

    /** Items a second. */
    double rate(long items) {
        return Sample.rate(items, nanos);
    }
}
