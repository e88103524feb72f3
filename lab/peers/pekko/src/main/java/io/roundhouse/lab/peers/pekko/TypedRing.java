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
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Rings of typed actors; a ring is the children of one actor, which is a child of the guardian. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedRing implements RingSystem {

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Tuning.typed();
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return new Session(Guardian.start(Tuning.config(variant, spec.threads())), spec);
    }

    private static final class Session implements RingSession {

        private final ActorSystem<Guardian.Order> system;
        private final RingSpec spec;
        private Ring ring;

        Session(ActorSystem<Guardian.Order> system, RingSpec spec) {
            this.system = system;
            this.spec = spec;
            this.ring = new Ring(new MessageRing(spec, 1), spec.nodes());
        }

        @Override
        public OptionalLong construct(long rounds) throws InterruptedException {
            Ring made = new Ring(new MessageRing(spec, rounds), spec.nodes());
            system.tell(context -> context.spawnAnonymous(made.parent()));
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
            ring.end();
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

    /** To a ring's parent: end, with all that is left of it. */
    private enum End {
        END
    }

    /** A ring, and what the driver waits for. */
    private static final class Ring {
        final MessageRing parts;
        final Outlet[] handles;
        final CountDownLatch built = new CountDownLatch(1);
        final CountDownLatch gone = new CountDownLatch(1);
        private Runnable ending = () -> {};

        Ring(MessageRing parts, int nodes) {
            this.parts = parts;
            this.handles = new Outlet[nodes];
        }

        /** Makes the ring, and ends after all that is left of it. */
        Behavior<End> parent() {
            return Behaviors.setup(context -> {
                ActorRef<End> self = context.getSelf();
                ending = () -> self.tell(End.END);
                Outlet timer = child(context, parts::timer);
                for (int i = 0; i < handles.length; i++) {
                    handles[i] = child(context, parts.node(i)::handle);
                }
                parts.link(timer, handles);
                built.countDown();
                return Behaviors.receive(End.class)
                        .onMessage(End.class, end -> Behaviors.stopped())
                        .onSignal(
                                PostStop.class,
                                stopped -> {
                                    gone.countDown();
                                    return Behaviors.same();
                                })
                        .build();
            });
        }

        void end() {
            ending.run();
        }

        private static Outlet child(ActorContext<?> context, Predicate<RingMessage> handler) {
            return new Handle(
                    context.spawnAnonymous(
                            Behaviors.receiveMessage(message ->
                                    handler.test(message)
                                            ? Behaviors.same()
                                            : Behaviors.stopped())));
        }
    }

    private record Handle(ActorRef<RingMessage> actor) implements Outlet {

        @Override
        public void send(RingMessage message) {
            actor.tell(message);
        }
    }
}
