package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSpec.Shape;
import io.roundhouse.lab.system.PipelineSystem;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Events that pass several stages, as fast as they go. */
public final class PipelineWorkload extends AdaptedWorkload<PipelineSystem, PipelineSpec> {

    private static final String EVENTS = "events";

    public PipelineWorkload() {
        super(
                PipelineSystem.class,
                PipelineWorkload::spec,
                PipelineSystem::refuses,
                PipelineSystem::variants);
    }

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public String summary() {
        return "numbered events pass stages, one thread each, as fast as they can; every stage counts and adds up all";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("stages", 3, 1, "stages in a row or side by side"),
                Parameter.word(
                        "shape",
                        List.of("chain", "diamond", "multicast"),
                        "chain: one behind the other; multicast: side by side; diamond: side by side, and one behind"
                                + " all of them"),
                Parameter.number("publishers", 1, 1, "threads that publish"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(EVENTS));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 300; // a line's stages are many methods, and take all processors
    }

    @Override
    Bench open(PipelineSystem system, PipelineSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Stages(spec, system.open(spec, variant));
    }

    private static PipelineSpec spec(Setting setting) {
        return new PipelineSpec(
                Shape.valueOf(setting.word("shape").toUpperCase(Locale.ROOT)),
                setting.number("stages"),
                setting.number("publishers"),
                Runtime.getRuntime().availableProcessors());
    }

    private static final class Stages extends SessionBench<TransferSession> {

        private final Producer[] publishers;
        private final Consumer[] stages;
        private final long[] next;

        Stages(PipelineSpec spec, TransferSession session) {
            super(session);
            this.publishers = new Producer[spec.publishers()];
            this.stages = new Consumer[spec.allStages()];
            this.next = new long[spec.publishers()];
            for (int p = 0; p < publishers.length; p++) {
                publishers[p] = session.producer(p);
                next[p] = (p + 1L) << 44; // events of different publishers never look alike
            }
            for (int s = 0; s < stages.length; s++) {
                stages[s] = session.consumer(s);
            }
        }

        @Override
        public Sample sample(long items) throws Exception {
            long each = Math.ceilDiv(items, publishers.length);
            long total = each * publishers.length;
            Crew crew = new Crew(0);
            long sum = 0;
            for (int p = 0; p < publishers.length; p++) {
                Producer publisher = publishers[p];
                long first = next[p];
                next[p] += each;
                sum += session.sumOf(first, each);
                crew.add("publisher-" + p, () -> publisher.produce(first, each));
            }
            Tally[] tallies = new Tally[stages.length];
            for (int s = 0; s < stages.length; s++) {
                int index = s;
                crew.addTimed("stage-" + s, () -> tallies[index] = stages[index].consume(total));
            }
            Crew.Run run = crew.run();
            for (int s = 0; s < stages.length; s++) {
                WrongResult.unless("stage " + s, tallies[s].count(), total, tallies[s].sum(), sum);
            }
            double rate = Sample.rate(total, run.nanos());
            return new Sample(total, run.nanos(), Map.of(EVENTS, rate), Map.of(), run.cost());
        }
    }
}
