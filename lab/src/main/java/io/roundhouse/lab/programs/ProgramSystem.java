package io.roundhouse.lab.programs;

import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.Session;
import io.roundhouse.lab.system.SpawnChainOutcome;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** A system that is a program: every session gives it orders. */
abstract class ProgramSystem implements RingSystem, SpawnChainSystem, PingPongSystem {

    /** Starts the program with so many workers, for at most so many actors at once. */
    abstract Program start(Variant variant, int workers, int actors)
            throws IOException, InterruptedException;

    @Override
    public final RingSession open(RingSpec spec, Variant variant) throws Exception {
        return new Ring(start(variant, spec.threads(), spec.nodes()), spec);
    }

    @Override
    public final SpawnChainSession open(SpawnChainSpec spec, Variant variant) throws Exception {
        return new Chain(start(variant, spec.cores(), spec.nodes()), spec);
    }

    @Override
    public final PingPongSession open(PingPongSpec spec, Variant variant) throws Exception {
        return new PingPong(start(variant, spec.cores(), 2));
    }

    private static OptionalLong nanos(Map<String, Object> answer) {
        return OptionalLong.of(Program.number(answer, "nanos"));
    }

    /** What all sessions are: orders to one program, which ends with them. */
    private abstract static class Orders implements Session {

        final Program program;

        Orders(Program program) {
            this.program = program;
        }

        @Override
        public final String config() {
            return program.config();
        }

        @Override
        public final void close() {
            program.close();
        }
    }

    private static final class Ring extends Orders implements RingSession {

        private final RingSpec spec;

        Ring(Program program, RingSpec spec) {
            super(program);
            this.spec = spec;
        }

        @Override
        public OptionalLong construct(long rounds) throws IOException {
            return nanos(
                    program.order("construct", spec.nodes(), rounds, spec.tokens(), spec.work()));
        }

        @Override
        public OptionalLong run() throws IOException {
            return nanos(program.order("run"));
        }

        @Override
        public RingOutcome outcome() throws IOException {
            Map<String, Object> seen = program.order("outcome");
            return new RingOutcome(
                    Program.number(seen, "messages"),
                    Program.number(seen, "sum"),
                    Program.number(seen, "hits"));
        }
    }

    private static final class Chain extends Orders implements SpawnChainSession {

        private final SpawnChainSpec spec;
        private SpawnChainOutcome seen = new SpawnChainOutcome(0, 0, 0);

        Chain(Program program, SpawnChainSpec spec) {
            super(program);
            this.spec = spec;
        }

        @Override
        public OptionalLong run() throws IOException {
            Map<String, Object> answer =
                    program.order("chain", spec.nodes(), word(spec.protocol()), word(spec.stop()));
            seen =
                    new SpawnChainOutcome(
                            Program.number(answer, "pings"),
                            Program.number(answer, "oks"),
                            Program.number(answer, "ended"));
            return nanos(answer);
        }

        private static String word(Enum<?> choice) {
            return choice.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public SpawnChainOutcome outcome() {
            return seen;
        }
    }

    private static final class PingPong extends Orders implements PingPongSession {

        private Tally seen = new Tally(0, 0);

        PingPong(Program program) throws IOException {
            super(program);
            program.order("players");
        }

        @Override
        public OptionalLong run(long messages) throws IOException {
            Map<String, Object> answer = program.order("game", messages);
            seen = new Tally(Program.number(answer, "count"), Program.number(answer, "sum"));
            return nanos(answer);
        }

        @Override
        public Tally outcome() {
            return seen;
        }
    }
}
