package io.roundhouse.lab.peers.kilim;

import io.roundhouse.lab.system.MessageRing;
import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.RingMessage;
import io.roundhouse.lab.system.RingMessage.Signal;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.OptionalLong;
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
        return List.of(Variant.of("scheduler", "affine"), Variant.of("scheduler", "fork-join"));
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        Scheduler scheduler =
                variant.word("scheduler").equals("affine")
                        ? new AffineScheduler(spec.threads(), 0)
                        : new ForkJoinScheduler(spec.threads());
        return new Session(spec, scheduler);
    }

    private static final class Session implements RingSession {

        private final RingSpec spec;
        private final Scheduler scheduler;
        private MessageRing ring;
        private Handle first = new Handle(new Mailbox<>());

        Session(RingSpec spec, Scheduler scheduler) {
            this.spec = spec;
            this.scheduler = scheduler;
            this.ring = new MessageRing(spec, 1);
        }

        @Override
        public OptionalLong construct(long rounds) {
            MessageRing made = new MessageRing(spec, rounds);
            Handle timer = new Handle(new Mailbox<>());
            Handle[] handles = new Handle[spec.nodes()];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = new Handle(new Mailbox<>());
            }
            made.link(timer, handles);
            new TimerTask(made, timer.inbox).setScheduler(scheduler).start();
            for (int i = 0; i < handles.length; i++) {
                new NodeTask(made.node(i), handles[i].inbox).setScheduler(scheduler).start();
            }
            first = handles[0];
            ring = made;
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong run() throws InterruptedException {
            first.send(Signal.START);
            ring.awaitStop();
            return OptionalLong.empty();
        }

        @Override
        public RingOutcome outcome() throws InterruptedException {
            return ring.outcome();
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
