package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.MessageRing.Outlet;
import io.roundhouse.lab.system.RingMessage;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.function.Predicate;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Rings of classic actors; a ring is the children of one actor. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicRing implements RingSystem {

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Tuning.classic();
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return new Session(ActorSystem.create("lab", Tuning.config(variant, spec.threads())), spec);
    }

    private static final class Session extends ActorRingSession {

        private final ActorSystem system;
        private ActorRef parent = ActorRef.noSender();

        Session(ActorSystem system, RingSpec spec) {
            super(spec);
            this.system = system;
        }

        @Override
        void startParent(Ring children) {
            parent = system.actorOf(Props.create(Parent.class, () -> new Parent(children)));
        }

        @Override
        void stopParent() {
            system.stop(parent);
        }

        @Override
        public void close() {
            Closing.close(system);
        }
    }

    /** Makes the ring, and ends after all that is left of it. */
    private static final class Parent extends UntypedAbstractActor {

        private final ActorRingSession.Ring ring;

        Parent(ActorRingSession.Ring ring) {
            this.ring = ring;
        }

        @Override
        public void preStart() {
            ring.build(this::child);
        }

        private Outlet child(Predicate<RingMessage> handler) {
            return new Handle(
                    getContext().actorOf(Props.create(Part.class, () -> new Part(handler))));
        }

        @Override
        public void onReceive(Object message) {
            unhandled(message);
        }

        @Override
        public void postStop() {
            ring.isGone();
        }
    }

    private record Handle(ActorRef actor) implements Outlet {

        @Override
        public void send(RingMessage message) {
            actor.tell(message, ActorRef.noSender());
        }
    }

    /** A node, or the timer. */
    private static final class Part extends UntypedAbstractActor {

        private final Predicate<RingMessage> handler;

        Part(Predicate<RingMessage> handler) {
            this.handler = handler;
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof RingMessage known)) {
                unhandled(message);
            } else if (!handler.test(known)) {
                getContext().stop(getSelf());
            }
        }
    }
}
