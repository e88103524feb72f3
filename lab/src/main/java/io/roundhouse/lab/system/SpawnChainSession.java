package io.roundhouse.lab.system;

import java.util.OptionalLong;

/**
 * Chain after chain. For each repeat the lab calls {@link #run} and {@link #outcome}, by one
 * thread.
 *
 * <p>The source, an actor that is there before, makes the first node, whose number is {@code
 * nodes}; every node makes the one whose number is one less, as its own act: never on the stack of
 * the one before.
 *
 * <table>
 * <caption>What they tell each other</caption>
 * <tr><th>protocol</th><th>rules</th></tr>
 * <tr><td>{@code PINGS}</td><td>Who makes a node tells it <i>start</i> and <i>ok</i>. On start, a
 *     node tells the source <i>ping</i>; node 1 then tells the source <i>ok</i>, any other makes
 *     the next. A node that gets ok ends. The source is done when it has <i>ok</i> and all
 *     pings.</td></tr>
 * <tr><td>{@code ACKS}</td><td>Who makes a node tells it <i>ok</i>. As soon as a node runs (at its
 *     making where a system runs code of an actor then, else at its ok) it makes the next, or, node
 *     1, tells the source <i>ok</i>. A node that gets ok ends. The source is done when it has
 *     ok.</td></tr>
 * </table>
 *
 * <p>Nodes that are plain objects are {@link SpawnChainParts.PlainNode}.
 */
public interface SpawnChainSession extends Session {

    /**
     * Tells the source to begin and waits until it is done.
     *
     * @return the nanoseconds it took where the system measured them itself; empty for the lab's
     *     own clock
     */
    OptionalLong run() throws Exception;

    /** Waits until all nodes have ended, and says what was seen. Not timed. */
    SpawnChainOutcome outcome() throws Exception;

    /** The session of a system that runs plain objects behind plain interfaces. */
    static SpawnChainSession over(ActorBinder binder, SpawnChainSpec spec, Runnable closing) {
        return new BoundChain(binder, spec, closing);
    }
}
