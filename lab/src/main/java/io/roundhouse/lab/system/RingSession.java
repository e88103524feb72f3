package io.roundhouse.lab.system;

import java.util.OptionalLong;

/**
 * Ring after ring. For each run the lab calls {@link #construct}, {@link #run} and {@link
 * #outcome}, by one thread.
 *
 * <p>The rules, as published, but for the tokens: {@code nodes} nodes, each knows the next, the
 * last the first. Node 0 is told <i>start</i>: it tells the timer <i>start</i> and sends {@code
 * tokens} times <i>token (0, 0)</i> to the next. A node does {@code work} before anything else when
 * a token comes. A token at a node whose id it does not bear is passed on unchanged; at its own
 * node it goes on with value + 1, or, when that is {@code rounds}, has arrived. When the last has
 * arrived, the node tells the timer <i>stop</i> and <i>cancel</i> and sends <i>stop</i> to the
 * next, which passes it on and ends. Node 0 ends when its own stop has come round, so that nothing
 * is ever sent to a node that has ended.
 *
 * <p>Nodes that are plain objects are {@link RingParts.PlainNode}.
 */
public interface RingSession extends Session {

    /**
     * Makes a new ring: all nodes are there, each knows the next. This is what {@code construct}
     * measures.
     *
     * @return the nanoseconds it took where the system measured them itself, as a child program
     *     does; empty for the lab's own clock
     */
    OptionalLong construct(long rounds) throws Exception;

    /**
     * Tells node 0 to start and waits until the last token has arrived.
     *
     * @return the nanoseconds it took where the system measured them itself; empty for the lab's
     *     own clock
     */
    OptionalLong run() throws Exception;

    /** Waits until all nodes of the ring have ended, and says what they saw. Not timed. */
    RingOutcome outcome() throws Exception;

    /** The session of a system that runs plain objects behind plain interfaces. */
    static RingSession over(ActorBinder binder, RingSpec spec, Runnable closing) {
        return over(binder, spec, RingParts.PlainNode::new, closing);
    }

    /** The same with nodes of another kind. */
    static RingSession over(
            ActorBinder binder,
            RingSpec spec,
            RingParts.PlainNode.Factory factory,
            Runnable closing) {
        return new BoundRing(binder, spec, factory, closing);
    }
}
