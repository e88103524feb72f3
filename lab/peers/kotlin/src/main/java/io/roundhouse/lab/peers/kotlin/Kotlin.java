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
        return spec.batch() > 1 ? Optional.of("it hands over one by one") : Optional.empty();
    }

    @Override
    public ChannelSession open(ChannelSpec spec, Variant variant) {
        Coroutines coroutines =
                new Coroutines(spec.channels(), spec.senders(), spec.capacity(), Goods.pool());
        return new Session(coroutines, spec.allSenders());
    }

    private static final class Session implements ChannelSession {
        private final Coroutines coroutines;
        private final int senders;
        private Tally seen = new Tally(0, 0);

        Session(Coroutines coroutines, int senders) {
            this.coroutines = coroutines;
            this.senders = senders;
        }

        @Override
        public OptionalLong run(long each) {
            seen = new Tally(each * senders, coroutines.run(each));
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
