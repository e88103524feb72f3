package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.AskParts;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.AskSystem.Asked;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** One thread calls an object that has nothing else to do, and waits for each answer. */
public final class AskWorkload extends AdaptedWorkload<AskSystem, AskSpec> {

    private static final String TIME = "time a call";

    public AskWorkload() {
        super(AskSystem.class, AskWorkload::spec, AskSystem::refuses, AskSystem::variants);
    }

    @Override
    public String name() {
        return "ask";
    }

    @Override
    public String summary() {
        return "one thread calls an idle object and waits for each answer; neither the call nor the work is inlined";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.longNumber(
                        "calls", 0, 0, "calls a sample; 0 for as many as its time allows"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME));
    }

    @Override
    public List<String> flags(Setting setting) {
        return AskParts.FLAGS;
    }

    @Override
    Bench open(AskSystem system, AskSpec spec, Variant variant, Setting words) throws Exception {
        return new Asking(system.open(spec, variant), words.longNumber("calls"));
    }

    private static AskSpec spec(Setting setting) {
        return new AskSpec(Runtime.getRuntime().availableProcessors());
    }

    /** Every sample has a thread of its own: a counter is seen by many threads, one at a time. */
    private static final class Asking extends SessionBench<Asked> {

        private static final long FIRST = 1L << 44;

        private final long fixedCalls;
        private long count;
        private long sum;

        Asking(Asked session, long fixedCalls) {
            super(session);
            this.fixedCalls = fixedCalls;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return fixedCalls == 0 ? OptionalLong.empty() : OptionalLong.of(fixedCalls);
        }

        @Override
        public Sample sample(long items) throws Exception {
            long[] answer = new long[1];
            Crew crew = new Crew(0);
            crew.addTimed(
                    "driver",
                    () -> answer[0] = AskParts.askAll(session.counter(), FIRST + count, items));
            Crew.Run run = crew.run();
            sum += Goods.sum(FIRST + count, items);
            count += items;
            WrongResult.unless("the counter", session.counter().count(), count, answer[0], sum);
            return new Sample(
                    items,
                    run.nanos(),
                    Map.of(TIME, (double) run.nanos() / items),
                    Map.of(),
                    run.cost());
        }
    }
}
