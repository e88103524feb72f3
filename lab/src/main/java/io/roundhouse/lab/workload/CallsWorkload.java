package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSpec.Argument;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Calls between objects that each have their own thread: ping to Bob, who calls pong on Alice. */
public final class CallsWorkload extends AdaptedWorkload<CallsSystem, CallsSpec> {

    private static final String PAIRS = "ping/pong pairs";

    public CallsWorkload() {
        super(CallsSystem.class, CallsWorkload::spec, CallsSystem::refuses, CallsSystem::variants);
    }

    @Override
    public String name() {
        return "calls";
    }

    @Override
    public String summary() {
        return "a driver calls ping on Bob in a loop, Bob calls pong on Alice, who counts and adds up; a pair is both";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.longNumber(
                        "pairs", 0, 0, "pairs a sample; 0 for as many as its time allows"),
                Parameter.word(
                        "argument",
                        List.of("primitive", "fresh"),
                        "a long, or an object made for each call"),
                Collector.PARAMETER);
    }

    @Override
    public List<String> flags(Setting setting) {
        return Collector.flags(setting);
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(PAIRS));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 700; // actors are many methods, some of them generated, and three threads leave the
        // compilers of a small machine little of it
    }

    @Override
    Bench open(CallsSystem system, CallsSpec spec, Variant variant, Setting words)
            throws Exception {
        Alice alice = new Alice();
        return new Game(system.open(spec, variant, alice), alice, words.longNumber("pairs"));
    }

    private static CallsSpec spec(Setting setting) {
        return new CallsSpec(Argument.valueOf(setting.word("argument").toUpperCase(Locale.ROOT)));
    }

    private static final class Game extends SessionBench<CallsSession> {

        private final Alice alice;
        private final long pairs;
        private long next = 1L << 44;

        Game(CallsSession session, Alice alice, long pairs) {
            super(session);
            this.alice = alice;
            this.pairs = pairs;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return pairs == 0 ? OptionalLong.empty() : OptionalLong.of(pairs);
        }

        @Override
        public Sample sample(long items) throws Exception {
            long first = next;
            next += items;
            alice.expect(items);
            Crew crew = new Crew(0);
            crew.addTimed(
                    "driver",
                    () -> {
                        session.ping(first, items);
                        alice.await();
                    });
            Crew.Run run = crew.run();
            Tally tally = alice.tally();
            WrongResult.unless("Alice", tally.count(), items, tally.sum(), Goods.sum(first, items));
            double rate = Sample.rate(items, run.nanos());
            return new Sample(
                    items,
                    run.nanos(),
                    Map.of(PAIRS, rate),
                    Map.of(),
                    Sample.rates(items, alice.course()),
                    run.cost());
        }
    }
}
