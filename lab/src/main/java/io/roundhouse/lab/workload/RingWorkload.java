package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A ring of nodes that pass tokens on. */
public final class RingWorkload extends AdaptedWorkload<RingSystem, RingSpec> {

    private static final String MESSAGES = "messages";
    private static final long MOST_MESSAGES = 1L << 62;

    public RingWorkload() {
        super(RingSystem.class, RingWorkload::spec, RingSystem::refuses, RingSystem::variants);
    }

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public String summary() {
        return "actors in a ring pass tokens on, each from one to the next, until all have gone round often enough";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("nodes", 100, 2, "nodes in the ring"),
                Parameter.longNumber(
                        "rounds",
                        0,
                        0,
                        "times that each token goes round in a sample; 0 for as many as its time allows"),
                Parameter.number("tokens", 1, 1, "tokens under way at once"),
                Parameter.number(
                        "work", 0, 0, "Monte Carlo iterations at a node before it handles a token"),
                Parameter.number(
                        "threads", 0, 0, "threads of a system with a pool; 0 for one a core"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(MESSAGES));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 700; // actors are many methods, some of them generated; with work, all processors
        // are the ring's, and a compiler gets its share of one
    }

    @Override
    public Optional<String> rejects(Setting setting) {
        long tokens = setting.longNumber("nodes") * setting.longNumber("tokens"); // below 2^62
        long rounds = Math.max(1, setting.longNumber("rounds"));
        return tokens > MOST_MESSAGES / rounds
                ? Optional.of("nodes x tokens x rounds: must be at most 2^62 messages")
                : Optional.empty();
    }

    @Override
    Bench open(RingSystem system, RingSpec spec, Variant variant, Setting words) throws Exception {
        return new Rounds(system, spec, variant, words.longNumber("rounds"));
    }

    private static RingSpec spec(Setting setting) {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = setting.number("threads");
        return new RingSpec(
                setting.number("nodes"),
                setting.number("tokens"),
                setting.number("work"),
                threads == 0 ? cores : threads,
                cores);
    }

    /** A sample is the life of a ring; what is timed lies between its start and its stop. */
    private static final class Rounds extends RingBench {

        private final long fixedRounds;

        Rounds(RingSystem system, RingSpec spec, Variant variant, long fixedRounds)
                throws Exception {
            super(system, spec, variant);
            this.fixedRounds = fixedRounds;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return fixedRounds == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(spec.messages(fixedRounds));
        }

        @Override
        public Sample sample(long items) throws Exception {
            long rounds = Math.max(1, items / spec.messages(1));
            session.construct(rounds);
            Drive drive = Drive.of(session::run);
            RingOutcome seen = check(rounds);
            long messages = spec.messages(rounds);
            return new Sample(
                    messages,
                    drive.nanos(),
                    Map.of(MESSAGES, drive.rate(messages)),
                    Map.of(),
                    Sample.rates(messages, seen.course()),
                    drive.cost());
        }
    }
}
