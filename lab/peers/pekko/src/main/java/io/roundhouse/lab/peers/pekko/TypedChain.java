package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.SpawnChainParts.Node;
import io.roundhouse.lab.system.SpawnChainParts.PlainNode;
import io.roundhouse.lab.system.SpawnChainParts.Source;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSpec.Stop;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Chains of typed actors, spawned at the top level of a system, as a classic system allows it. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedChain implements SpawnChainSystem {

    @Override
    public Optional<String> refuses(SpawnChainSpec spec) {
        return spec.stop() == Stop.MESSAGE
                ? Optional.of("typed actors have no poison pill")
                : Optional.empty();
    }

    @Override
    public List<Variant> variants(SpawnChainSpec spec) {
        return Tuning.typedFew();
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        return new Session(ActorSystem.create("lab", Tuning.config(variant, spec.cores())), spec);
    }

    private static final class Session extends ChainSession {

        private final ActorRef<ChainMessage> sourceRef;

        Session(ActorSystem system, SpawnChainSpec spec) {
            super(system, spec);
            sourceRef = Adapter.spawnAnonymous(system, sourceBehavior());
            source.self(new SourceHandle(sourceRef));
        }

        @Override
        void begin() {
            sourceRef.tell(ChainMessage.BEGIN);
        }

        @Override
        public Node spawn(PlainNode node) {
            return new NodeHandle(Adapter.spawnAnonymous(system, nodeBehavior(node)));
        }

        private Behavior<ChainMessage> sourceBehavior() {
            return Behaviors.receiveMessage(message -> {
                message.reach(source);
                return Behaviors.same();
            });
        }

        private Behavior<ChainMessage> nodeBehavior(PlainNode node) {
            return Behaviors.receiveMessage(message ->
                    message.reach(node) ? Behaviors.same() : Behaviors.stopped(this::nodeIsGone));
        }
    }

    private record SourceHandle(ActorRef<ChainMessage> actor) implements Source {

        @Override
        public void begin() {
            actor.tell(ChainMessage.BEGIN);
        }

        @Override
        public void ping() {
            actor.tell(ChainMessage.PING);
        }

        @Override
        public void ok() {
            actor.tell(ChainMessage.OK);
        }
    }

    private record NodeHandle(ActorRef<ChainMessage> actor) implements Node {

        @Override
        public void start() {
            actor.tell(ChainMessage.START);
        }

        @Override
        public void ok() {
            actor.tell(ChainMessage.OK);
        }
    }
}
