package io.roundhouse.lab.system;

import io.roundhouse.lab.system.RingParts.Node;
import io.roundhouse.lab.system.RingParts.PlainNode;
import io.roundhouse.lab.system.RingParts.Stopwatch;
import io.roundhouse.lab.system.RingParts.Timer;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Rings of plain nodes that a binder has made actors of. */
final class BoundRing implements RingSession {

    private final ActorBinder binder;
    private final RingSpec spec;
    private final PlainNode.Factory factory;
    private final Runnable closing;
    private final PlainNode[] nodes;
    private final Node[] handles;
    private Stopwatch stopwatch = new Stopwatch();
    private CountDownLatch ended = new CountDownLatch(0);

    BoundRing(ActorBinder binder, RingSpec spec, PlainNode.Factory factory, Runnable closing) {
        this.binder = binder;
        this.spec = spec;
        this.factory = factory;
        this.closing = closing;
        this.nodes = new PlainNode[spec.nodes()];
        this.handles = new Node[spec.nodes()];
    }

    @Override
    public OptionalLong construct(long rounds) {
        int count = nodes.length;
        stopwatch = new Stopwatch();
        Timer timer = binder.bind(Timer.class, stopwatch);
        stopwatch.ending(() -> binder.stop(timer));
        ended = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            nodes[i] = factory.node(i, spec, rounds, timer, ended);
            handles[i] = binder.bind(Node.class, nodes[i]);
        }
        for (int i = 0; i < count; i++) {
            Node self = handles[i];
            nodes[i].next(handles[i + 1 == count ? 0 : i + 1], () -> binder.stop(self));
        }
        return OptionalLong.empty();
    }

    @Override
    public OptionalLong run() throws InterruptedException {
        handles[0].start();
        stopwatch.awaitStop();
        return OptionalLong.empty();
    }

    @Override
    public RingOutcome outcome() throws InterruptedException {
        stopwatch.awaitCancel();
        ended.await();
        return RingOutcome.of(Stream.of(nodes).map(PlainNode::seen).toList());
    }

    @Override
    public void close() {
        closing.run();
    }
}
