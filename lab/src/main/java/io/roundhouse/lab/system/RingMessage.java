package io.roundhouse.lab.system;

/** What is sent in a ring, to nodes and to the timer, in systems whose actors receive objects. */
public sealed interface RingMessage {

    /** Messages that carry nothing. */
    enum Signal implements RingMessage {
        /** To node 0: send the tokens; to the timer: the first token is about to be sent. */
        START,
        /** To a node: the run is over; to the timer: the last token has arrived. */
        STOP,
        /** To the timer: you are not needed any more. */
        CANCEL
    }

    /**
     * A token; passed on as it is by every node but its own.
     *
     * @param id the node at which it entered
     * @param value how many times it has been there
     */
    record Token(int id, long value) implements RingMessage {}
}
