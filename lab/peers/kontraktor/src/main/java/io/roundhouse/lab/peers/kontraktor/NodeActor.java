package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.RingParts.Node;
import org.jspecify.annotations.Nullable;
import org.nustaq.kontraktor.Actor;

/** An actor that runs a node. */
@SuppressWarnings("serial") // actors of this library are, in case they travel: these do not
public class NodeActor extends Actor<NodeActor> {

    @Nullable Node node;

    /** {@link Node#start}; {@code start} and {@code stop} are Kontraktor's own. */
    public void startNode() {
        node().start();
    }

    /** {@link Node#token}. */
    public void token(int id, long value) {
        node().token(id, value);
    }

    /** {@link Node#stop}. */
    public void stopNode() {
        node().stop();
    }

    private Node node() {
        Node own = node;
        if (own == null) {
            throw new IllegalStateException("no node yet");
        }
        return own;
    }

    /** Sends to the actor. */
    record Handle(NodeActor actor) implements Node {

        @Override
        public void start() {
            actor.startNode();
        }

        @Override
        public void token(int id, long value) {
            actor.token(id, value);
        }

        @Override
        public void stop() {
            actor.stopNode();
        }
    }
}
