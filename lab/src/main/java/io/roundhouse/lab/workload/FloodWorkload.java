package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.FloodParts.PlainSink;
import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.FloodSystem.Flooded;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Threads that are no actors send to one actor as fast as they can. */
public final class FloodWorkload extends AdaptedWorkload<FloodSystem, FloodSpec> {

    private static final String MESSAGES = "messages";

    /** How many messages were sent and not handled yet, at most, as far as it was seen. */
    public static final String UNDER_WAY = "most messages under way";

    /** What the heap holds more than before the first flood, once this one is over. */
    public static final String KEPT = "memory kept";

    public FloodWorkload() {
        super(FloodSystem.class, FloodWorkload::spec, FloodSystem::refuses, FloodSystem::variants);
    }

    @Override
    public String name() {
        return "flood";
    }

    @Override
    public String summary() {
        return "threads outside send to one actor as fast as they can: its speed, how far it falls behind, and the memory it keeps";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.number("producers", 1, 1, "threads that send"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(MESSAGES), Metric.fewest(UNDER_WAY), Metric.bytes(KEPT));
    }

    @Override
    Bench open(FloodSystem system, FloodSpec spec, Variant variant, Setting words)
            throws Exception {
        PlainSink target = new PlainSink();
        return new Flooding(spec, system.open(spec, variant, target), target);
    }

    private static FloodSpec spec(Setting setting) {
        return new FloodSpec(
                setting.number("producers"), Runtime.getRuntime().availableProcessors());
    }

    private static final class Flooding extends SessionBench<Flooded> {

        /** How often a producer looks how far the actor has come. */
        private static final int LOOK_EVERY = 256;

        private static final int STRIDE = 32; // longs: counters of different threads lie apart

        private final FloodSpec spec;
        private final PlainSink target;
        private final AtomicLongArray sent;
        private final AtomicLongArray most;
        private final long usedBefore = Heap.used();

        Flooding(FloodSpec spec, Flooded session, PlainSink target) {
            super(session);
            this.spec = spec;
            this.target = target;
            this.sent = new AtomicLongArray((spec.producers() + 1) * STRIDE);
            this.most = new AtomicLongArray((spec.producers() + 1) * STRIDE);
        }

        @Override
        public Sample sample(long items) throws Exception {
            long each = Math.max(1, items / spec.producers());
            long all = each * spec.producers();
            target.expect(all);
            Crew crew = new Crew(0);
            for (int i = 1; i <= spec.producers(); i++) {
                int at = i * STRIDE;
                long first = (i - 1) * each;
                sent.set(at, 0);
                most.set(at, 0);
                crew.add("producer-" + i, () -> most.set(at, flood(at, first, each)));
            }
            crew.addTimed("driver", target::await);
            Crew.Run run = crew.run();
            Tally tally = target.tally();
            WrongResult.unless("the actor", tally.count(), all, tally.sum(), Goods.sum(0, all));
            long underWay = 0;
            for (int i = 1; i <= spec.producers(); i++) {
                underWay = Math.max(underWay, most.get(i * STRIDE));
            }
            return new Sample(
                    all,
                    run.nanos(),
                    Map.of(
                            MESSAGES,
                            Sample.rate(all, run.nanos()),
                            UNDER_WAY,
                            (double) underWay,
                            KEPT,
                            (double) Math.max(0, Heap.used() - usedBefore)),
                    Map.of(),
                    run.cost());
        }

        /** Sends; returns the most that it ever saw under way. */
        private long flood(int at, long first, long count) {
            Sink sink = session.sink();
            long highest = 0;
            for (long i = 0; i < count; i++) {
                sink.take(first + i);
                sent.setOpaque(at, i + 1);
                if (i % LOOK_EVERY == 0) {
                    highest = Math.max(highest, underWay());
                }
            }
            return Math.max(highest, underWay());
        }

        /** Looks at what was sent first: never more than there really were at that moment. */
        private long underWay() {
            long all = 0;
            for (int i = 1; i <= spec.producers(); i++) {
                all += sent.getOpaque(i * STRIDE);
            }
            return all - target.handled();
        }
    }
}
