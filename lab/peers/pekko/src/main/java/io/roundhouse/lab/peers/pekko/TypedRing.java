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

    /** To a ring's parent: end, with all that is left of it. */
    private enum End {
        END
    }

    private static final class Session extends ActorRingSession {

        private final ActorSystem<Guardian.Order> system;
        private Runnable ending = () -> {}; // written by the parent before it builds the ring

        Session(ActorSystem<Guardian.Order> system, RingSpec spec) {
            super(spec);
            this.system = system;
        }

        @Override
        void startParent(Ring children) {
            system.tell(context -> context.spawnAnonymous(parent(children)));
        }

        @Override
        void stopParent() {
            ending.run();
        }

        /** Makes the ring, and ends after all that is left of it. */
        private Behavior<End> parent(Ring children) {
            return Behaviors.setup(context -> {
                ActorRef<End> self = context.getSelf();
                ending = () -> self.tell(End.END);
                children.build(handler -> child(context, handler));
                return Behaviors.receive(End.class)
                        .onMessage(End.class, end -> Behaviors.stopped())
                        .onSignal(
                                PostStop.class,
                                stopped -> {
                                    children.isGone();
                                    return Behaviors.same();
                                })
                        .build();
            });
        }

        private static Outlet child(ActorContext<?> context, Predicate<RingMessage> handler) {
            return new Handle(
                    context.spawnAnonymous(
                            Behaviors.receiveMessage(message ->
                                    handler.test(message)
                                            ? Behaviors.same()
                                            : Behaviors.stopped())));
        }

        @Override
        public void close() {
            Closing.close(system);
        }
    }

    private record Handle(ActorRef<RingMessage> actor) implements Outlet {

        @Override
        public void send(RingMessage message) {
            actor.tell(message);
        }
    }
}
