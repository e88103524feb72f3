package io.roundhouse.lab.peers.pekko;

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
import java.util.concurrent.CountDownLatch;
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

    private static final class Session implements RingSession {

        private final ActorSystem system;
        private final RingSpec spec;
        private Ring ring;
        private ActorRef parent = ActorRef.noSender();

        Session(ActorSystem system, RingSpec spec) {
            this.system = system;
            this.spec = spec;
            this.ring = new Ring(new MessageRing(spec, 1), spec.nodes());
        }

        @Override
        public OptionalLong construct(long rounds) throws InterruptedException {
            Ring made = new Ring(new MessageRing(spec, rounds), spec.nodes());
            parent = system.actorOf(Props.create(Parent.class, () -> new Parent(made)));
            made.built.await();
            ring = made;
            return OptionalLong.empty();
        }

        @Override
        public OptionalLong run() throws InterruptedException {
            ring.handles[0].send(Signal.START);
            ring.parts.awaitStop();
            return OptionalLong.empty();
        }

        @Override
        public RingOutcome outcome() throws InterruptedException {
            RingOutcome outcome = ring.parts.outcome();
            system.stop(parent);
            ring.gone.await();
            return outcome;
        }

        @Override
        public String config() {
            return Tuning.words(spec.threads());
        }

        @Override
        public void close() {
            Closing.close(system);
        }
    }

    /** A ring, and what the driver waits for. */
    private static final class Ring {
        final MessageRing parts;
        final Outlet[] handles;
        final CountDownLatch built = new CountDownLatch(1);
        final CountDownLatch gone = new CountDownLatch(1);

        Ring(MessageRing parts, int nodes) {
            this.parts = parts;
            this.handles = new Outlet[nodes];
        }
    }

    /** Makes the ring, and ends after all that is left of it. */
    private static final class Parent extends UntypedAbstractActor {

        private final Ring ring;

        Parent(Ring ring) {
            this.ring = ring;
        }

        @Override
        public void preStart() {
            Outlet timer = child(ring.parts::timer);
            for (int i = 0; i < ring.handles.length; i++) {
                ring.handles[i] = child(ring.parts.node(i)::handle);
            }
            ring.parts.link(timer, ring.handles);
            ring.built.countDown();
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
            ring.gone.countDown();
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
