package io.roundhouse.lab.peers.kotlin;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.SelectSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.Variant;
import java.util.Optional;
import java.util.OptionalLong;

/** Kotlin's channels, and its biased {@code select}, between coroutines: see {@code Coroutines}. */
@SystemInfo(
        name = "kotlin",
        guarantees = "fifo, exactly once, bounded",
        artifact = "kotlinx-coroutines-core-jvm")
public final class Kotlin implements SelectSystem {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        if (spec.batch() > 1) {
            return Optional.of("it hands over one by one");
        }
        return spec.virtual()
                ? Optional.empty()
                : Optional.of("coroutines are no platform threads");
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        Coroutines coroutines =
                new Coroutines(
                        spec.channels(),
                        spec.producers(),
                        spec.consumers(),
                        spec.capacity(),
                        Goods.pool());
        return new Session(coroutines, spec.allProducers());
    }

    private static final class Session implements ChannelSession {
        private final Coroutines coroutines;
        private final int producers;
        private Tally seen = new Tally(0, 0);

        Session(Coroutines coroutines, int producers) {
            this.coroutines = coroutines;
            this.producers = producers;
        }

        @Override
        public OptionalLong run(long each) {
            seen = new Tally(each * producers, coroutines.run(each));
            return OptionalLong.empty();
        }

        @Override
        public Tally outcome() {
            return seen;
        }

        @Override
        public String config() {
            return "coroutines on Dispatchers.Default";
        }
    }
}
