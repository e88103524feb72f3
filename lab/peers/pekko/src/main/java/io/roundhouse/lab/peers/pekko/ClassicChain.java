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
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Chains of classic actors; a node that ends by a message sends itself a poison pill. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicChain implements SpawnChainSystem {

    @Override
    public List<Variant> variants(SpawnChainSpec spec) {
        return Tuning.classicFew();
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        return new Session(ActorSystem.create("lab", Tuning.config(variant, spec.cores())), spec);
    }

    private static final class Session extends ChainSession {

        private final ActorRef sourceRef;

        Session(ActorSystem system, SpawnChainSpec spec) {
            super(system, spec);
            sourceRef =
                    system.actorOf(Props.create(SourceActor.class, () -> new SourceActor(source)));
            source.self(new SourceHandle(sourceRef));
        }

        @Override
        void begin() {
            sourceRef.tell(ChainMessage.BEGIN, ActorRef.noSender());
        }

        @Override
        public Node spawn(PlainNode node) {
            return new NodeHandle(
                    system.actorOf(Props.create(NodeActor.class, () -> new NodeActor(node, this))));
        }
    }

    private record SourceHandle(ActorRef actor) implements Source {

        @Override
        public void begin() {
            actor.tell(ChainMessage.BEGIN, ActorRef.noSender());
        }

        @Override
        public void ping() {
            actor.tell(ChainMessage.PING, ActorRef.noSender());
        }

        @Override
        public void ok() {
            actor.tell(ChainMessage.OK, ActorRef.noSender());
        }
    }

    private record NodeHandle(ActorRef actor) implements Node {

        @Override
        public void start() {
            actor.tell(ChainMessage.START, ActorRef.noSender());
        }

        @Override
        public void ok() {
            actor.tell(ChainMessage.OK, ActorRef.noSender());
        }
    }

    private static final class SourceActor extends UntypedAbstractActor {

        private final Source source;

        SourceActor(Source source) {
            this.source = source;
        }

        @Override
        public void onReceive(Object message) {
            ((ChainMessage) message).reach(source);
        }
    }

    private static final class NodeActor extends UntypedAbstractActor {

        private final PlainNode node;
        private final ChainSession session;

        NodeActor(PlainNode node, ChainSession session) {
            this.node = node;
            this.session = session;
        }

        @Override
        public void onReceive(Object message) {
            if (((ChainMessage) message).reach(node)) {
                return;
            }
            if (session.spec.stop() == Stop.DIRECT) {
                getContext().stop(getSelf());
            } else {
                getSelf().tell(PoisonPill.getInstance(), ActorRef.noSender());
            }
        }

        @Override
        public void postStop() {
            session.nodeIsGone();
        }
    }
}
