package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSpec.Argument;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Calls between objects that each have their own thread: ping to Bob, who calls pong on Alice. */
public final class CallsWorkload implements Workload {

    private static final String PAIRS = "ping/pong pairs";

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
                Parameter.number("pairs", 0, 0, "pairs a sample; 0 for as many as its time allows"),
                Parameter.word(
                        "argument",
                        List.of("primitive", "fresh"),
                        "a long, or an object made for each call"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(PAIRS));
    }

    @Override
    public Class<? extends LabSystem> adapter() {
        return CallsSystem.class;
    }

    @Override
    public Optional<String> refuses(LabSystem system, Setting setting) {
        return ((CallsSystem) system).refuses(spec(setting));
    }

    @Override
    public List<Variant> variants(LabSystem system, Setting setting) {
        return ((CallsSystem) system).variants(spec(setting));
    }

    @Override
    public Bench open(LabSystem system, Setting setting, Variant variant) throws Exception {
        Alice alice = new Alice();
        CallsSession session = ((CallsSystem) system).open(spec(setting), variant, alice);
        return new Game(session, alice, setting.longNumber("pairs"));
    }

    private static CallsSpec spec(Setting setting) {
        return new CallsSpec(Argument.valueOf(setting.word("argument").toUpperCase(Locale.ROOT)));
    }

    private static final class Game implements Bench {

        private final CallsSession session;
        private final Alice alice;
        private final long pairs;
        private long next = 1L << 44;

        Game(CallsSession session, Alice alice, long pairs) {
            this.session = session;
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
            double rate = items * 1e9 / Math.max(1, run.nanos());
            return new Sample(items, run.nanos(), Map.of(PAIRS, rate), Map.of(), run.cost());
        }

        @Override
        public String config() {
            return session.config();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
