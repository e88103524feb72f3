package io.roundhouse.lab.system;

import io.roundhouse.lab.system.SpawnChainParts.Chain;
import io.roundhouse.lab.system.SpawnChainParts.Host;
import io.roundhouse.lab.system.SpawnChainParts.Node;
import io.roundhouse.lab.system.SpawnChainParts.PlainNode;
import io.roundhouse.lab.system.SpawnChainParts.PlainSource;
import io.roundhouse.lab.system.SpawnChainParts.Source;
import io.roundhouse.lab.system.SpawnChainSpec.Stop;
import java.util.OptionalLong;

/** Chains of plain nodes that a binder makes actors of. */
final class BoundChain implements SpawnChainSession, Host {

    private final ActorBinder binder;
    private final SpawnChainSpec spec;
    private final Runnable closing;
    private final Chain chain;
    private final PlainSource source;
    private final Source handle;
    private long endedBefore;

    BoundChain(ActorBinder binder, SpawnChainSpec spec, Runnable closing) {
        this.binder = binder;
        this.spec = spec;
        this.closing = closing;
        chain = new Chain(spec, this);
        source = new PlainSource(chain);
        handle = binder.bind(Source.class, source);
        source.self(handle);
    }

    @Override
    public Node spawn(PlainNode node) {
        Node spawned = binder.bind(Node.class, node);
        node.self(spawned);
        return spawned;
    }

    @Override
    public void end(PlainNode node) {
        if (spec.stop() == Stop.DIRECT) {
            binder.stop(node.self());
        } else {
            binder.stopByMessage(node.self());
        }
    }

    @Override
    public OptionalLong run() throws InterruptedException {
        handle.begin();
        source.await();
        return OptionalLong.empty();
    }

    @Override
    public SpawnChainOutcome outcome() throws InterruptedException {
        long ended = chain.awaitEnded(endedBefore + spec.nodes());
        SpawnChainOutcome seen = source.seen(ended - endedBefore);
        endedBefore = ended;
        return seen;
    }

    @Override
    public void close() {
        binder.stop(handle);
        closing.run();
    }
}
