package io.roundhouse.lab.system;

import io.roundhouse.lab.system.RingMessage.Signal;
import io.roundhouse.lab.system.RingMessage.Token;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * The user's code of one ring in systems whose actors receive objects: what {@link RingParts} is
 * where they receive calls. Each node, and the timer, is used by its actor alone, one message at a
 * time; the driver waits.
 */
public final class MessageRing {

    /** A handle of an actor, in whatever way the system sends to it. */
    public interface Outlet {

        /** Sends a message. */
        void send(RingMessage message);
    }

    private final RingSpec spec;
    private final long rounds;
    private final Node[] nodes;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final CountDownLatch ended;

    /** A ring of nodes that are not linked yet. */
    public MessageRing(RingSpec spec, long rounds) {
        this.spec = spec;
        this.rounds = rounds;
        this.nodes = new Node[spec.nodes()];
        this.ended = new CountDownLatch(spec.nodes());
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(i);
        }
    }

    /** The node of that index, from 0. */
    public Node node(int index) {
        return nodes[index];
    }

    /** Links all nodes; called before anything is sent. */
    public void link(Outlet timer, Outlet[] handles) {
        for (int i = 0; i < nodes.length; i++) {
            nodes[i].timer = timer;
            nodes[i].next = handles[i + 1 == nodes.length ? 0 : i + 1];
        }
    }

    /** What the timer does with a message; false when it was the last and the actor should end. */
    public boolean timer(RingMessage message) {
        if (message == Signal.STOP) {
            stopped.countDown();
        } else if (message == Signal.CANCEL) {
            cancelled.countDown();
            return false;
        }
        return true;
    }

    /** Waits until the last token has arrived. Called by the driver. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Waits until the timer and all nodes have ended; what these saw. Called by the driver. */
    public RingOutcome outcome() throws InterruptedException {
        cancelled.await();
        ended.await();
        return RingOutcome.of(Stream.of(nodes).map(Node::seen).toList());
    }

    /** A node. */
    public final class Node {

        private final int id;
        private Outlet timer = message -> {};
        private Outlet next = timer;
        private final Course course = new Course();
        private int arrived;
        private long home;
        private long messages;
        private long sum;
        private long hits;

        private Node(int id) {
            this.id = id;
        }

        /** Handles a message; false when it was the last and the actor should end. */
        public boolean handle(RingMessage message) {
            if (message instanceof Token token) {
                handle(token);
                return true;
            }
            if (message == Signal.START) {
                start();
                return true;
            }
            if (arrived == 0) {
                next.send(Signal.STOP);
            }
            ended.countDown();
            return false;
        }

        private void start() {
            timer.send(Signal.START);
            course.expect(rounds * spec.tokens());
            for (int token = 0; token < spec.tokens(); token++) {
                next.send(new Token(id, 0));
            }
        }

        private void handle(Token token) {
            messages++;
            sum += token.value();
            if (spec.work() > 0) {
                hits += MonteCarlo.hits(spec.work());
            }
            if (token.id() != id) {
                next.send(token);
                return;
            }
            course.done(++home);
            if (token.value() + 1 < rounds) {
                next.send(new Token(id, token.value() + 1));
            } else if (++arrived == spec.tokens()) {
                timer.send(Signal.STOP);
                timer.send(Signal.CANCEL);
                next.send(Signal.STOP);
            }
        }

        private RingOutcome seen() {
            return new RingOutcome(messages, sum, hits, course.nanos());
        }
    }
}
