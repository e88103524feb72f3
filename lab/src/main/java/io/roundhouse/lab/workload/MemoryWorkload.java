package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.CrowdSystem.Crowded;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How much memory an idle actor takes, its object and handle included: what the heap holds with the
 * crowd, less what it held without, after full collections, by the head. The object itself, with a
 * number and a reference in it, takes 24 bytes of that in a JVM with default flags.
 */
public final class MemoryWorkload extends CrowdWorkload {

    private static final String BYTES = "memory an actor";

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String summary() {
        return "fills the heap with idle actors: the bytes of one, its object and handle included";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("actors", 1_000_000, 1, "actors that are there at once"),
                Parameter.number("messages", 1, 0, "messages that each has handled before"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.bytes(BYTES));
    }

    /** They differ by a hundredth. */
    @Override
    public int fewestSamples() {
        return 2;
    }

    @Override
    Bench open(CrowdSystem system, CrowdSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Filling(system.open(spec, variant), spec.actors(), words.number("messages"));
    }

    private static final class Filling extends CrowdBench {

        /** Made and ended before anything is measured, so that all code is there. */
        private static final int FIRST_FEW = 1_000;

        private final int messages;

        Filling(Crowded session, int actors, int messages) {
            super(session, actors, Math.max(actors, FIRST_FEW));
            this.messages = messages;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(actors);
        }

        @Override
        void begin() throws Exception {
            fill(FIRST_FEW);
        }

        @Override
        Sample take(long items) throws Exception {
            long start = System.nanoTime();
            double bytes = (double) fill(actors) / actors;
            return new Sample(
                    actors, System.nanoTime() - start, Map.of(BYTES, bytes), Map.of(), null);
        }

        /** Bytes that so many take. */
        private long fill(int number) throws Exception {
            long before = Heap.used();
            crowd.make(number);
            crowd.tell(messages);
            long with = Heap.used();
            crowd.end();
            return with - before;
        }
    }
}
