package io.roundhouse.lab.peers.scalaactors;

import io.roundhouse.lab.system.MessageRing;
import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.MessageRingSession;
import io.roundhouse.lab.system.RingMessage;
import io.roundhouse.lab.system.RingMessage.Signal;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import scala.Function0;
import scala.actors.Actor;
import scala.actors.Actor$;
import scala.actors.scheduler.ForkJoinScheduler;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractPartialFunction;
import scala.runtime.BoxedUnit;

/**
 * Event-based nodes and a thread-based timer, as published.
 *
 * <p>{@code pool=threads} gives the library's scheduler as many threads as the setting says, {@code
 * pool=default} as many as it would have by itself.
 */
@SystemInfo(
        name = "scala-actors",
        artifact = "scala-actors",
        guarantees = "fifo, exactly once, unbounded")
@SuppressWarnings("deprecation") // all of it has been, for Akka, since 2.10
public final class ScalaActorsRing implements RingSystem {

    private static final Actor$ ACTORS = Actor$.MODULE$;
    private static final int MOST_THREADS = 256; // the library's own bound

    @Override
    public List<Variant> variants(RingSpec spec) {
        return List.of(
                variant("default", "loop-react"),
                variant("threads", "loop-react"),
                variant("threads", "eventloop"));
    }

    private static Variant variant(String pool, String receive) {
        return Variant.of("pool", pool).with("receive", receive);
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        ForkJoinScheduler scheduler =
                variant.word("pool").equals("default")
                        ? new ForkJoinScheduler(true)
                        : new ForkJoinScheduler(spec.threads(), MOST_THREADS, true, true);
        scheduler.start();
        return new Session(spec, scheduler, variant.word("receive").equals("eventloop"));
    }

    private static final class Session extends MessageRingSession {

        private final int nodes;
        private final ForkJoinScheduler scheduler;
        private final boolean eventloop;
        private final Actor resident;

        Session(RingSpec spec, ForkJoinScheduler scheduler, boolean eventloop) {
            super(spec);
            this.nodes = spec.nodes();
            this.scheduler = scheduler;
            this.eventloop = eventloop;
            inheritScheduler();
            this.resident = ACTORS.actor(new Resident());
        }

        @Override
        protected Outlet actorsOf(MessageRing parts) {
            inheritScheduler();
            Outlet[] handles = new Outlet[nodes];
            Actor timer = ACTORS.actor(new TimerBody(parts));
            for (int i = 0; i < handles.length; i++) {
                MessageRing.Node node = parts.node(i);
                handles[i] =
                        new Handle(
                                ACTORS.actor(
                                        eventloop ? new EventLoop(node) : new LoopReact(node)));
            }
            parts.link(new Handle(timer), handles);
            return handles[0];
        }

        /**
         * A new actor runs where the actor does that makes it: here the one a thread stands for.
         */
        private void inheritScheduler() {
            ACTORS.tl().remove();
            ACTORS.self(scheduler);
        }

        @Override
        public String config() {
            return "cores=" + scheduler.initCoreSize();
        }

        @Override
        public void close() {
            resident.$bang(Signal.CANCEL);
            scheduler.shutdown();
        }
    }

    private record Handle(Actor actor) implements Outlet {

        @Override
        public void send(RingMessage message) {
            actor.$bang(message);
        }
    }

    /** {@code case message => if (!node.handle(message)) exit()}. */
    private static final class Reaction extends AbstractPartialFunction<Object, BoxedUnit> {

        private final MessageRing.Node node;

        Reaction(MessageRing.Node node) {
            this.node = node;
        }

        @Override
        public boolean isDefinedAt(Object message) {
            return message instanceof RingMessage;
        }

        @Override
        public BoxedUnit apply(Object message) {
            if (!node.handle((RingMessage) message)) {
                ACTORS.exit();
            }
            return BoxedUnit.UNIT;
        }
    }

    /** {@code loop { react { ... } }}. */
    private static final class LoopReact extends AbstractFunction0<BoxedUnit> {

        private final Function0<BoxedUnit> step;

        LoopReact(MessageRing.Node node) {
            Reaction reaction = new Reaction(node);
            this.step =
                    new AbstractFunction0<>() {
                        @Override
                        public BoxedUnit apply() {
                            ACTORS.react(reaction);
                            return BoxedUnit.UNIT;
                        }
                    };
        }

        @Override
        public BoxedUnit apply() {
            ACTORS.loop(step);
            return BoxedUnit.UNIT;
        }
    }

    /** {@code eventloop { ... }}. */
    private static final class EventLoop extends AbstractFunction0<BoxedUnit> {

        private final Reaction reaction;

        EventLoop(MessageRing.Node node) {
            this.reaction = new Reaction(node);
        }

        @Override
        public BoxedUnit apply() {
            ACTORS.eventloop(reaction);
            return BoxedUnit.UNIT;
        }
    }

    /**
     * Waits for its end. A scheduler shuts down as soon as it has no actor left: here it has one.
     */
    private static final class Resident extends AbstractFunction0<BoxedUnit> {

        @Override
        public BoxedUnit apply() {
            ACTORS.react(
                    new AbstractPartialFunction<Object, BoxedUnit>() {
                        @Override
                        public boolean isDefinedAt(Object message) {
                            return message == Signal.CANCEL;
                        }

                        @Override
                        public BoxedUnit apply(Object message) {
                            return BoxedUnit.UNIT;
                        }
                    });
            return BoxedUnit.UNIT;
        }
    }

    /** {@code while (timer(receive { case message => message }))}. */
    private static final class TimerBody extends AbstractFunction0<BoxedUnit> {

        private final MessageRing ring;

        TimerBody(MessageRing ring) {
            this.ring = ring;
        }

        @Override
        public BoxedUnit apply() {
            Any any = new Any();
            while (ring.timer(ACTORS.receive(any))) {
                // until it is cancelled
            }
            return BoxedUnit.UNIT;
        }
    }

    private static final class Any extends AbstractPartialFunction<Object, RingMessage> {

        @Override
        public boolean isDefinedAt(Object message) {
            return message instanceof RingMessage;
        }

        @Override
        public RingMessage apply(Object message) {
            return (RingMessage) message;
        }
    }
}
