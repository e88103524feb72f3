package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Two actors that send each other one message at a time. */
public final class PingPongWorkload extends AdaptedWorkload<PingPongSystem, PingPongSpec> {

    private static final String TIME = "time a message";

    public PingPongWorkload() {
        super(
                PingPongSystem.class,
                PingPongWorkload::spec,
                PingPongSystem::refuses,
                PingPongSystem::variants);
    }

    @Override
    public String name() {
        return "ping-pong";
    }

    @Override
    public String summary() {
        return "two actors send a number to and fro, one less each time, until it is 0";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.longNumber(
                        "messages", 0, 0, "messages a sample; 0 for as many as its time allows"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME));
    }

    @Override
    Bench open(PingPongSystem system, PingPongSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Games(system.open(spec, variant), words.longNumber("messages"));
    }

    private static PingPongSpec spec(Setting setting) {
        return new PingPongSpec(Runtime.getRuntime().availableProcessors());
    }

    private static final class Games extends SessionBench<PingPongSession> {

        private final long fixedMessages;

        Games(PingPongSession session, long fixedMessages) {
            super(session);
            this.fixedMessages = fixedMessages;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return fixedMessages == 0 ? OptionalLong.empty() : OptionalLong.of(fixedMessages);
        }

        @Override
        public Sample sample(long items) throws Exception {
            Drive drive = Drive.of(() -> session.run(items));
            Tally seen = session.outcome();
            long sum = Goods.sum(0, items);
            WrongResult.unless("the players", seen.count(), items, seen.sum(), sum);
            return new Sample(
                    items,
                    drive.nanos(),
                    Map.of(TIME, (double) drive.nanos() / items),
                    Map.of(),
                    Sample.times(items, session.course()),
                    drive.cost());
        }
    }
}
