package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.SpawnChainOutcome;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSpec.Protocol;
import io.roundhouse.lab.system.SpawnChainSpec.Stop;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Actors that each make the next and end. A sample is one repeat; those of the warm-up stand before
 * the samples in the series, one by one from the first and cold one, as published.
 */
public final class SpawnChainWorkload extends AdaptedWorkload<SpawnChainSystem, SpawnChainSpec> {

    private static final String TIME = "time";

    public SpawnChainWorkload() {
        super(
                SpawnChainSystem.class,
                SpawnChainWorkload::spec,
                SpawnChainSystem::refuses,
                SpawnChainSystem::variants);
    }

    @Override
    public String name() {
        return "spawn-chain";
    }

    @Override
    public String summary() {
        return "every actor makes the next, tells it that all is well, and ends; each sample is a repeat";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("nodes", 100_000, 1, "actors in the chain"),
                Parameter.word(
                        "protocol",
                        List.of("pings", "acks"),
                        "pings: about three messages an actor, each reports to the source; acks: one message an actor"),
                Parameter.word(
                        "stop",
                        List.of("direct", "message"),
                        "an actor ends itself at once, or by a last message to itself"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(TIME));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 700; // as a ring
    }

    @Override
    Bench open(SpawnChainSystem system, SpawnChainSpec spec, Variant variant, Setting words)
            throws Exception {
        return new Repeats(spec, system.open(spec, variant));
    }

    private static SpawnChainSpec spec(Setting setting) {
        return new SpawnChainSpec(
                setting.number("nodes"),
                Protocol.valueOf(setting.word("protocol").toUpperCase(Locale.ROOT)),
                Stop.valueOf(setting.word("stop").toUpperCase(Locale.ROOT)),
                Runtime.getRuntime().availableProcessors());
    }

    private static final class Repeats extends SessionBench<SpawnChainSession> {

        private final SpawnChainSpec spec;

        Repeats(SpawnChainSpec spec, SpawnChainSession session) {
            super(session);
            this.spec = spec;
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(spec.nodes());
        }

        @Override
        public Sample sample(long items) throws Exception {
            Drive drive = Drive.of(session::run);
            check(session.outcome());
            return new Sample(
                    spec.nodes(),
                    drive.nanos(),
                    Map.of(TIME, (double) drive.nanos()),
                    Map.of(),
                    drive.cost());
        }

        private void check(SpawnChainOutcome seen) throws WrongResult {
            long pings = spec.protocol() == Protocol.PINGS ? spec.nodes() : 0;
            if (!seen.equals(new SpawnChainOutcome(pings, 1, spec.nodes()))) {
                throw new WrongResult(
                        "wrong result: a chain of %d nodes; the source got %d pings (right: %d) and %d oks (right: 1), %d nodes ended"
                                .formatted(
                                        spec.nodes(),
                                        seen.pings(),
                                        pings,
                                        seen.oks(),
                                        seen.ended()));
            }
        }
    }
}
