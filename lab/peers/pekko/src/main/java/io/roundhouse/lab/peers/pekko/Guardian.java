package io.roundhouse.lab.peers.pekko;

import com.typesafe.config.Config;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** The root of a typed system: it makes actors as it is told. */
final class Guardian {

    private Guardian() {}

    /** Something to do with the guardian's context. */
    interface Order {
        void carryOut(ActorContext<Order> context);
    }

    /** Starts a system. */
    static ActorSystem<Order> start(Config config) {
        return ActorSystem.create(
                Behaviors.setup(context ->
                        Behaviors.receiveMessage(order -> {
                            order.carryOut(context);
                            return Behaviors.same();
                        })),
                "lab",
                config);
    }

    /** Has an actor made, and waits for it. */
    static <T> ActorRef<T> spawn(ActorSystem<Order> system, Behavior<T> behavior) {
        CompletableFuture<ActorRef<T>> made = new CompletableFuture<>();
        system.tell(context -> made.complete(context.spawnAnonymous(behavior)));
        return made.join();
    }
}
