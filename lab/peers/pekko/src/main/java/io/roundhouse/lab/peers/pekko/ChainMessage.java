package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.SpawnChainParts.Node;
import io.roundhouse.lab.system.SpawnChainParts.Source;

/** What is sent in a chain. */
enum ChainMessage {
    BEGIN,
    START,
    PING,
    OK;

    /** Calls what a source has for the message. */
    void reach(Source source) {
        switch (this) {
            case BEGIN -> source.begin();
            case PING -> source.ping();
            case OK -> source.ok();
            case START -> throw new IllegalStateException("a source is not started");
        }
    }

    /**
     * Calls what a node has for the message; false when it was the last and the node should end.
     */
    boolean reach(Node node) {
        return switch (this) {
            case START -> {
                node.start();
                yield true;
            }
            case OK -> {
                node.ok();
                yield false;
            }
            case BEGIN, PING -> throw new IllegalStateException("not for a node: " + this);
        };
    }
}
