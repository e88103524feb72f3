package io.roundhouse.lab.system;

import io.roundhouse.lab.system.SpawnChainSpec.Protocol;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The user's code of the workload {@code spawn-chain}: plain objects behind plain interfaces. */
public final class SpawnChainParts {

    private SpawnChainParts() {}

    /** Where a chain begins and ends. */
    public interface Source {

        /** Make the first node. */
        void begin();

        /** A node has started. */
        void ping();

        /** The last node is there. */
        void ok();
    }

    /** A node of the chain. */
    public interface Node {

        /** Begin your work; only where nodes send pings. */
        void start();

        /** You are no longer needed. */
        void ok();
    }

    /** What the nodes need of the system that runs them. */
    public interface Host {

        /** Makes an actor of a new node. Called by the actor that makes it. */
        Node spawn(PlainNode node);

        /** Ends the actor of that node, in the way the setting asks for. Called by itself. */
        void end(PlainNode node);
    }

    /** Common to the nodes of all chains of a session. */
    public static final class Chain {

        private final SpawnChainSpec spec;
        private final Host host;
        private final LongAdder ended = new LongAdder();

        public Chain(SpawnChainSpec spec, Host host) {
            this.spec = spec;
            this.host = host;
        }

        /** Who makes a node tells it what it has to know. */
        private void spawnAndTell(int number, Source source) {
            Node node = host.spawn(new PlainNode(this, number, source));
            if (spec.protocol() == Protocol.PINGS) {
                node.start();
            }
            node.ok();
        }

        /** Waits until that many nodes of all chains have ended. Called by the driver. */
        public long awaitEnded(long nodes) throws InterruptedException {
            while (ended.sum() < nodes) {
                TimeUnit.MICROSECONDS.sleep(100); // not timed: the run is over
            }
            return ended.sum();
        }
    }

    /** A node: made, told once or twice, gone. */
    public static final class PlainNode implements Node {

        private final Chain chain;
        private final int number;
        private final Source source;
        private Node self = this;

        PlainNode(Chain chain, int number, Source source) {
            this.chain = chain;
            this.number = number;
            this.source = source;
        }

        /** Notes the handle of this node. Called by who makes it, before anything is sent. */
        public void self(Node handle) {
            self = handle;
        }

        /** The handle of this node. */
        public Node self() {
            return self;
        }

        @Override
        public void start() {
            source.ping();
            proceed();
        }

        @Override
        public void ok() {
            if (chain.spec.protocol() == Protocol.ACKS) {
                proceed();
            }
            chain.host.end(this);
            chain.ended.increment();
        }

        private void proceed() {
            if (number == 1) {
                source.ok();
            } else {
                chain.spawnAndTell(number - 1, source);
            }
        }
    }

    /** The source. Its methods are called one at a time, each happening before the next. */
    public static final class PlainSource implements Source {

        private final Chain chain;
        private final Semaphore done = new Semaphore(0);
        private Source self = this;
        private long pings;
        private long oks;

        public PlainSource(Chain chain) {
            this.chain = chain;
        }

        /** Says what the nodes are to take for the source: its handle. Called before begin. */
        public void self(Source handle) {
            self = handle;
        }

        @Override
        public void begin() {
            pings = 0;
            oks = 0;
            chain.spawnAndTell(chain.spec.nodes(), self);
        }

        @Override
        public void ping() {
            pings++;
            finishIfDone();
        }

        @Override
        public void ok() {
            oks++;
            finishIfDone();
        }

        private void finishIfDone() {
            long expected = chain.spec.protocol() == Protocol.PINGS ? chain.spec.nodes() : 0;
            if (oks >= 1 && pings >= expected) {
                done.release();
            }
        }

        /** Waits until the source is done. Called by the driver. */
        public void await() throws InterruptedException {
            done.acquire();
        }

        /** What the source saw; valid after {@link #await}. */
        public SpawnChainOutcome seen(long ended) {
            return new SpawnChainOutcome(pings, oks, ended);
        }
    }
}
