package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.CrowdSystem.Crowded;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * What a crowd of actors burns that have handled a message each and get no more: CPU time of all
 * Java threads of their process.
 */
public final class IdleActorsWorkload extends CrowdWorkload {

    private static final String CPU = "CPU";

    @Override
    public String name() {
        return "idle-actors";
    }

    @Override
    public String summary() {
        return "many actors that have had nothing to do for a second: the CPU that their process uses";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.number("actors", 100_000, 1, "actors that are there at once"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.percent(CPU));
    }

    @Override
    public int shortestSampleMillis() {
        return 500;
    }

    @Override
    Bench open(CrowdSystem system, CrowdSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Resting(system.open(spec, variant), spec.actors());
    }

    /**
     * A sample wakes all once, so that one sees they are there, and lets them rest for a second.
     */
    private static final class Resting extends CrowdBench {

        private static final long SETTLED_MILLIS = 1_000;

        Resting(Crowded session, int actors) {
            super(session, actors, actors);
        }

        /** Milliseconds. */
        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(Math.max(1, nanos / 1_000_000));
        }

        @Override
        void begin() {
            crowd.make(actors);
        }

        @Override
        Sample take(long items) throws Exception {
            crowd.tell(1);
            TimeUnit.MILLISECONDS.sleep(SETTLED_MILLIS);
            long start = System.nanoTime();
            long cpuBefore = JavaCpu.nanos();
            TimeUnit.MILLISECONDS.sleep(items);
            long cpu = JavaCpu.nanos() - cpuBefore;
            long nanos = System.nanoTime() - start;
            return new Sample(actors, nanos, Map.of(CPU, 100.0 * cpu / nanos), Map.of(), null);
        }
    }
}
