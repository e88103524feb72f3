package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.SpawnChainOutcome;
import io.roundhouse.lab.system.SpawnChainParts.Chain;
import io.roundhouse.lab.system.SpawnChainParts.Host;
import io.roundhouse.lab.system.SpawnChainParts.PlainNode;
import io.roundhouse.lab.system.SpawnChainParts.PlainSource;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.pekko.actor.ActorSystem;

/** Chain after chain in a system of actors, classic or typed. */
abstract class ChainSession implements SpawnChainSession, Host {

    final ActorSystem system;
    final SpawnChainSpec spec;
    final PlainSource source;
    private final Chain chain;
    private final LongAdder gone = new LongAdder();
    private long before;

    ChainSession(ActorSystem system, SpawnChainSpec spec) {
        this.system = system;
        this.spec = spec;
        this.chain = new Chain(spec, this);
        this.source = new PlainSource(chain);
    }

    /** Sends the source its first message. */
    abstract void begin();

    /** Called once by every node's actor when Pekko says that it has stopped. */
    final void nodeIsGone() {
        gone.increment();
    }

    @Override
    public final void end(PlainNode node) {
        // its actor does that, after the message that it is handling
    }

    @Override
    public final OptionalLong run() throws InterruptedException {
        begin();
        source.await();
        return OptionalLong.empty();
    }

    @Override
    public final SpawnChainOutcome outcome() throws InterruptedException {
        long ended = chain.awaitEnded(before + spec.nodes());
        while (gone.sum() < ended) {
            TimeUnit.MICROSECONDS.sleep(100); // not timed: the run is over
        }
        SpawnChainOutcome seen = source.seen(gone.sum() - before);
        before = ended;
        return seen;
    }

    @Override
    public final String config() {
        return Tuning.words(spec.cores());
    }

    @Override
    public final void close() {
        Closing.close(system);
    }
}
