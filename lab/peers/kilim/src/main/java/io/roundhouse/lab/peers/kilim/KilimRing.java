package io.roundhouse.lab.peers.kilim;

import io.roundhouse.lab.system.MessageRing;
import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.MessageRingSession;
import io.roundhouse.lab.system.RingMessage;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import kilim.AffineScheduler;
import kilim.ForkJoinScheduler;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;

/** A task and its mailbox a node, on either of Kilim's schedulers. */
@SystemInfo(name = "kilim", artifact = "kilim", guarantees = "fifo, exactly once, unbounded")
public final class KilimRing implements RingSystem {

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Variant.each("scheduler", "affine", "fork-join");
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        Scheduler scheduler =
                variant.word("scheduler").equals("affine")
                        ? new AffineScheduler(spec.threads(), 0)
                        : new ForkJoinScheduler(spec.threads());
        return new Session(spec, scheduler);
    }

    private static final class Session extends MessageRingSession {

        private final int nodes;
        private final Scheduler scheduler;

        Session(RingSpec spec, Scheduler scheduler) {
            super(spec);
            this.nodes = spec.nodes();
            this.scheduler = scheduler;
        }

        @Override
        protected Outlet actorsOf(MessageRing parts) {
            Handle timer = new Handle(new Mailbox<>());
            Handle[] handles = new Handle[nodes];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = new Handle(new Mailbox<>());
            }
            parts.link(timer, handles);
            new TimerTask(parts, timer.inbox).setScheduler(scheduler).start();
            for (int i = 0; i < handles.length; i++) {
                new NodeTask(parts.node(i), handles[i].inbox).setScheduler(scheduler).start();
            }
            return handles[0];
        }

        @Override
        public String config() {
            return "threads=" + scheduler.numThreads();
        }

        @Override
        public void close() {
            scheduler.shutdown();
        }
    }

    private static final class Handle implements Outlet {

        private final Mailbox<RingMessage> inbox;

        Handle(Mailbox<RingMessage> inbox) {
            this.inbox = inbox;
        }

        @Override
        public void send(RingMessage message) {
            inbox.putnb(message);
        }
    }

    /** A node. */
    public static final class NodeTask extends Task<Void> {

        private final MessageRing.Node node;
        private final Mailbox<RingMessage> inbox;

        NodeTask(MessageRing.Node node, Mailbox<RingMessage> inbox) {
            this.node = node;
            this.inbox = inbox;
        }

        @Override
        public void execute() throws Pausable {
            RingMessage message = inbox.get();
            while (node.handle(message)) {
                message = inbox.get();
            }
        }
    }

    /** The timer. */
    public static final class TimerTask extends Task<Void> {

        private final MessageRing ring;
        private final Mailbox<RingMessage> inbox;

        TimerTask(MessageRing ring, Mailbox<RingMessage> inbox) {
            this.ring = ring;
            this.inbox = inbox;
        }

        @Override
        public void execute() throws Pausable {
            RingMessage message = inbox.get();
            while (ring.timer(message)) {
                message = inbox.get();
            }
        }
    }
}
