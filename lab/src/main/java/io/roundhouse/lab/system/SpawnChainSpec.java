package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code spawn-chain}.
 *
 * @param nodes nodes in the chain, at least 1
 * @param protocol what they tell each other
 * @param stop how a node ends
 * @param cores processors the JVM may use
 */
public record SpawnChainSpec(int nodes, Protocol protocol, Stop stop, int cores) {

    /** What the nodes of a chain tell each other. */
    public enum Protocol {
        /** About three messages a node: start, ping to the source, ok. */
        PINGS,
        /** One message a node: ok. */
        ACKS
    }

    /** How a node ends itself. */
    public enum Stop {
        /** At once. */
        DIRECT,
        /** By a last message that it sends to itself. */
        MESSAGE
    }
}
